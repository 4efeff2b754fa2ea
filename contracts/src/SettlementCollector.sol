// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {BatchSettlements} from "./collector/BatchSettlements.sol";
import {SettlementBase} from "./collector/SettlementBase.sol";
import {SettlementRegistry} from "./SettlementRegistry.sol";

/// @title Settlement collector
/// @notice Moves what an invoice costs from the payer to the merchant and records the settlement, both in one
/// transaction: both happen or neither.
/// @dev It holds SETTLER_ROLE of the registry. It moves a payer's tokens only as that payer signed, and only to
/// the merchant in what was signed; no role can do otherwise. It holds no tokens between transactions.
/// Each way to settle is in a contract of its own; this one has the roles and the pause.
contract SettlementCollector is BatchSettlements {
    /// @notice The role that may pause, and only pause: unpausing is for the default admin.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    /// @param initialDelay seconds between starting and accepting a transfer of the default admin
    /// @param admin the default admin: grants and revokes the roles, allows tokens, and unpauses
    /// @param operator the first account with OPERATOR_ROLE; not zero
    /// @param pauser the first account with PAUSER_ROLE; not zero
    /// @param registry_ where settlements are recorded, for good; not zero
    /// @param token the first token that is allowed; not zero
    constructor(
        uint48 initialDelay,
        address admin,
        address operator,
        address pauser,
        SettlementRegistry registry_,
        address token
    ) SettlementBase(initialDelay, admin, registry_) {
        if (operator == address(0) || pauser == address(0)) revert InvalidAddress();
        _grantRole(OPERATOR_ROLE, operator);
        _grantRole(PAUSER_ROLE, pauser);
        _setTokenAllowed(token, true);
    }

    /// @notice Stops settling until the default admin unpauses. For pausers only.
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /// @notice Lets operators settle again. For the default admin only.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }
}

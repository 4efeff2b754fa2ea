// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";

/// @title Settlement registry
/// @notice Records each settlement of an invoice exactly once, and lets anyone prove what was recorded.
/// @dev It holds and moves no tokens and makes no external calls: a record is the settler's statement that
/// an invoice is settled. A record can be neither changed nor removed, by any role. Storage keeps only the hash
/// of a record, one slot; the event has its fields.
contract SettlementRegistry is AccessControlDefaultAdminRules, Pausable {
    /// @notice The version of the contract.
    uint256 public constant VERSION = 2;

    /// @notice The role that may record settlements.
    bytes32 public constant SETTLER_ROLE = keccak256("SETTLER_ROLE");

    /// @notice The role that may pause, and only pause: unpausing is for the default admin.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    /// @notice The largest amount that can be recorded, in units of the token.
    uint256 public constant MAX_AMOUNT = type(uint96).max;

    /// @notice The hash of an invoice's record, as `recordHashOf` computes it; zero if the invoice is not settled.
    /// @dev Keyed by the invoice, because its id is unique over all sellers. A reference is any value its caller
    /// chose, so two invoices may have the same one, and no caller can take another's.
    mapping(bytes32 invoiceHash => bytes32 recordHash) public recordOf;

    /// @notice A settlement was recorded.
    /// @param referenceHash the reference chosen for this settlement
    /// @param invoiceHash keccak256 of the invoice id
    /// @param payer who paid
    /// @param merchant who was paid
    /// @param token the token that was paid in
    /// @param amount in units of the token
    /// @param operator the settler that recorded it
    event SettlementRecorded(
        bytes32 indexed referenceHash,
        bytes32 indexed invoiceHash,
        address indexed payer,
        address merchant,
        address token,
        uint256 amount,
        address operator
    );

    /// @notice The payer or the merchant is the zero address; in the constructor, the settler or the pauser.
    error InvalidAddress();

    /// @notice The reference hash or the invoice hash is zero.
    error InvalidReference();

    /// @notice The amount does not fit in 96 bits.
    /// @param amount the amount tried
    /// @param maxAmount the largest amount allowed
    error AmountTooLarge(uint256 amount, uint256 maxAmount);

    /// @notice The invoice has a settlement already.
    /// @param invoiceHash the invoice tried
    /// @param recordHash the hash of its record
    error InvoiceAlreadySettled(bytes32 invoiceHash, bytes32 recordHash);

    /// @notice The block's timestamp is past the settlement's time limit.
    /// @param validUntil the time limit tried, in seconds
    error SettlementExpired(uint64 validUntil);

    /// @param initialDelay seconds between starting and accepting a transfer of the default admin
    /// @param admin the default admin: grants and revokes the roles, and unpauses
    /// @param settler the first account with SETTLER_ROLE; not zero
    /// @param pauser the first account with PAUSER_ROLE; not zero
    constructor(uint48 initialDelay, address admin, address settler, address pauser)
        AccessControlDefaultAdminRules(initialDelay, admin)
    {
        if (settler == address(0) || pauser == address(0)) revert InvalidAddress();
        _grantRole(SETTLER_ROLE, settler);
        _grantRole(PAUSER_ROLE, pauser);
    }

    /// @notice Records a settlement. For settlers only, and only while not paused.
    /// @dev A duplicate reverts: a silent success would give a good receipt without an event. The order of
    /// the checks is part of the contract: `SettlementExpired` comes last, so it is never the answer for what
    /// has been recorded already, and a caller may read it as "not recorded".
    /// @param referenceHash names this settlement for its caller; not zero, and need not be unique
    /// @param invoiceHash keccak256 of the invoice id; settled once, ever
    /// @param payer who paid
    /// @param merchant who was paid
    /// @param token the token that was paid in
    /// @param amount in units of the token, at most MAX_AMOUNT; zero is allowed
    /// @param validUntil the last block timestamp, in seconds, at which this may be recorded: once a block is
    /// later than that, a transaction that has not landed never will
    function recordSettlement(
        bytes32 referenceHash,
        bytes32 invoiceHash,
        address payer,
        address merchant,
        address token,
        uint256 amount,
        uint64 validUntil
    ) external onlyRole(SETTLER_ROLE) whenNotPaused {
        if (referenceHash == 0 || invoiceHash == 0) revert InvalidReference();
        if (payer == address(0) || merchant == address(0)) revert InvalidAddress();
        if (amount > MAX_AMOUNT) revert AmountTooLarge(amount, MAX_AMOUNT);
        bytes32 recordHash = recordOf[invoiceHash];
        if (recordHash != 0) revert InvoiceAlreadySettled(invoiceHash, recordHash);
        if (block.timestamp > validUntil) revert SettlementExpired(validUntil);

        recordOf[invoiceHash] =
            recordHashOf(referenceHash, invoiceHash, payer, merchant, token, amount, msg.sender);
        emit SettlementRecorded(referenceHash, invoiceHash, payer, merchant, token, amount, msg.sender);
    }

    /// @notice Stops recording until the default admin unpauses. For pausers only.
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /// @notice Lets settlers record again. For the default admin only.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /// @notice Whether exactly this settlement is recorded. The arguments are the fields of the event.
    /// @param referenceHash the reference of the settlement
    /// @param invoiceHash keccak256 of the invoice id
    /// @param payer who paid
    /// @param merchant who was paid
    /// @param token the token that was paid in
    /// @param amount in units of the token
    /// @param operator the settler that recorded it
    /// @return proven true if the invoice is settled, and settled with all of these
    function proves(
        bytes32 referenceHash,
        bytes32 invoiceHash,
        address payer,
        address merchant,
        address token,
        uint256 amount,
        address operator
    ) external view returns (bool proven) {
        return recordOf[invoiceHash]
            == recordHashOf(referenceHash, invoiceHash, payer, merchant, token, amount, operator);
    }

    /// @notice The hash under which a settlement is recorded: keccak256 of its fields, ABI-encoded in this order.
    /// @param referenceHash the reference of the settlement
    /// @param invoiceHash keccak256 of the invoice id
    /// @param payer who paid
    /// @param merchant who was paid
    /// @param token the token that was paid in
    /// @param amount in units of the token
    /// @param operator the settler that recorded it
    /// @return recordHash of exactly these fields
    function recordHashOf(
        bytes32 referenceHash,
        bytes32 invoiceHash,
        address payer,
        address merchant,
        address token,
        uint256 amount,
        address operator
    ) public pure returns (bytes32 recordHash) {
        return keccak256(abi.encode(referenceHash, invoiceHash, payer, merchant, token, amount, operator));
    }
}

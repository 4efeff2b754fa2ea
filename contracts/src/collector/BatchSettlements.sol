// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AuthorizationSettlements} from "./AuthorizationSettlements.sol";
import {CapSettlements} from "./CapSettlements.sol";

/// @title Settlements in batches
/// @notice Operators settle several invoices in one transaction, from allowances and with transfers that payers signed.
abstract contract BatchSettlements is AuthorizationSettlements, CapSettlements {
    /// @dev Kept back at each settlement of a batch: enough to report that it was skipped.
    uint256 private constant SKIP_GAS = 10_000;

    /// @dev The most bytes of a reason that `SettlementSkipped` has. A longer one is cut.
    uint256 private constant MAX_REASON = 260;

    /// @notice A settlement of a batch failed and changed nothing; the others of the batch go on.
    /// @param invoiceHash keccak256 of the invoice id
    /// @param referenceHash the reference chosen for this settlement
    /// @param reason what it reverted with, cut to 260 bytes; empty if it ran out of gas
    event SettlementSkipped(bytes32 indexed invoiceHash, bytes32 referenceHash, bytes reason);

    /// @notice An element of a batch is no call of `settleWithAllowance` or `settleTransfer`.
    /// @param index the element
    error NotASettlement(uint256 index);

    /// @notice There is too little gas to give the next settlement of a batch all of `gasEach`.
    /// @param available what it could have been given
    /// @param gasEach what it must be given
    error InsufficientGas(uint256 available, uint256 gasEach);

    /// @notice Settles several invoices, each by itself: one that fails is skipped and reported by
    /// `SettlementSkipped`, and the others go on. For operators only, and only while not paused.
    /// @dev A payer's contract runs in its own settlement only, with no more gas than that settlement has, so it
    /// can stop none of the others.
    /// @param calls the calldata of calls of `settleWithAllowance` and `settleTransfer`, selector included
    /// @param gasEach the gas that each of them gets: no less, or the batch reverts, and no more
    function settleBatch(bytes[] calldata calls, uint256 gasEach)
        external
        onlyRole(OPERATOR_ROLE)
        whenNotPaused
    {
        // Each settlement takes the guard for itself, so the batch only looks at it.
        if (_reentrancyGuardEntered()) revert ReentrancyGuardReentrantCall();
        for (uint256 i = 0; i < calls.length; i++) {
            bytes calldata call = calls[i];
            if (call.length < 68 || !_isBatchable(bytes4(call[:4]))) revert NotASettlement(i);
            (bool settled, bytes memory reason) = _callSelf(call, gasEach);
            if (!settled) emit SettlementSkipped(bytes32(call[36:68]), bytes32(call[4:36]), reason);
        }
    }

    /// @dev Both functions have the hashes of the reference and the invoice as their first two words.
    function _isBatchable(bytes4 selector) private pure returns (bool) {
        return selector == CapSettlements.settleWithAllowance.selector
            || selector == AuthorizationSettlements.settleTransfer.selector;
    }

    /// @dev Calls this contract with the operator as the sender and exactly `gasEach` gas. EIP-150 keeps a 64th back
    /// from every call, and would give the callee less in silence. No more of the reason than MAX_REASON is copied.
    function _callSelf(bytes calldata data, uint256 gasEach)
        private
        returns (bool success, bytes memory reason)
    {
        uint256 start;
        assembly ("memory-safe") {
            start := mload(0x40)
            calldatacopy(start, data.offset, data.length)
        }
        uint256 available = gasleft();
        available -= available / 64;
        available = available > SKIP_GAS ? available - SKIP_GAS : 0;
        if (available < gasEach) revert InsufficientGas(available, gasEach);
        assembly ("memory-safe") {
            success := delegatecall(gasEach, address(), start, data.length, 0, 0)
            reason := 0x60
            if iszero(success) {
                let size := returndatasize()
                if gt(size, MAX_REASON) { size := MAX_REASON }
                reason := start
                mstore(reason, size)
                returndatacopy(add(reason, 0x20), 0, size)
                mstore(0x40, and(add(add(reason, size), 0x3f), not(0x1f)))
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title Factory caller
/// @notice Calls the wallet factories that ERC-6492 signatures name, in place of the collector.
/// @dev A signature names any address and any calldata. The collector has a role and allowances, so it must not be
/// the sender of such a call; this contract has neither, and anyone may use it.
contract FactoryCaller {
    /// @notice Makes one call. It does not revert if that call does, and gives nothing back, so no data of a
    /// stranger is copied.
    /// @param factory the contract to call
    /// @param data the calldata
    function callFactory(address factory, bytes calldata data) external {
        assembly ("memory-safe") {
            let start := mload(0x40)
            calldatacopy(start, data.offset, data.length)
            // The outcome does not matter here: the signature check that follows decides.
            pop(call(gas(), factory, 0, start, data.length, 0, 0))
        }
    }
}

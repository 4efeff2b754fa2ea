// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Makes several calls in one transaction, as a bundler of smart accounts does, so that one receipt has the events
/// of all. If one fails, all do.
contract Bundler {
    struct Call {
        address target;
        bytes data;
    }

    function bundle(Call[] calldata calls) external {
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success, bytes memory result) = calls[i].target.call(calls[i].data);
            if (success) continue;
            assembly ("memory-safe") {
                revert(add(result, 0x20), mload(result))
            }
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {DevUSDC} from "../../../src/DevUSDC.sol";

/// Makes a call during each transfer, and reverts with that call's error.
contract ReentrantToken is DevUSDC {
    address private target;
    bytes private data;

    function callDuringTransfer(address target_, bytes calldata data_) external {
        target = target_;
        data = data_;
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (target == address(0)) return;
        (bool success, bytes memory result) = target.call(data);
        if (success) return;
        assembly ("memory-safe") {
            revert(add(result, 0x20), mload(result))
        }
    }
}

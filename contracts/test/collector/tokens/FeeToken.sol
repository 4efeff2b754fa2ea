// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {DevUSDC} from "../../../src/DevUSDC.sol";

/// Takes a fee of one unit from transfers to one account.
contract FeeToken is DevUSDC {
    address private charged;

    function charge(address account) external {
        charged = account;
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (to == charged && from != address(0)) super._update(to, address(0), 1);
    }
}

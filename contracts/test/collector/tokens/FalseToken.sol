// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {DevUSDC} from "../../../src/DevUSDC.sol";

/// Returns false instead of reverting, and moves nothing. Only authorizations work.
contract FalseToken is DevUSDC {
    function transfer(address, uint256) public pure override returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) public pure override returns (bool) {
        return false;
    }
}

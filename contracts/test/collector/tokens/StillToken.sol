// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {DevUSDC} from "../../../src/DevUSDC.sol";

/// Returns true and moves nothing. Only authorizations work.
contract StillToken is DevUSDC {
    function transfer(address, uint256) public pure override returns (bool) {
        return true;
    }

    function transferFrom(address, address, uint256) public pure override returns (bool) {
        return true;
    }
}

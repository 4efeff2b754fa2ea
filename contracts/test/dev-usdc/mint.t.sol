// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {DevUSDC} from "../../src/DevUSDC.sol";
import {DevUSDCTest} from "./DevUSDCTest.sol";

contract MintTest is DevUSDCTest {
    function test_hasSixDecimals() public view {
        vm.assertEq(usdc.decimals(), uint256(6));
        vm.assertEq(usdc.MAX_MINT(), 1_000_000 * 10 ** 6);
    }

    function test_mintsUpToTheLimitPerCall_forAnyone() public {
        for (uint256 i = 0; i < 2; i++) {
            vm.prank(STRANGER);
            usdc.mint(STRANGER, 1_000_000_000_000);
        }
        vm.assertEq(usdc.balanceOf(STRANGER), 2_000_000_000_000);
    }

    function test_reverts_whenTheAmountExceedsTheLimit() public {
        vm.expectRevert(
            abi.encodeWithSelector(DevUSDC.MintTooLarge.selector, 1_000_000_000_001, 1_000_000_000_000)
        );
        usdc.mint(STRANGER, 1_000_000_000_001);
    }
}

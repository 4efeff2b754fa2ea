// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {DevUSDCTest} from "./DevUSDCTest.sol";

/// The differences from OpenZeppelin's token, where it follows USDC.
contract TransferFromTest is DevUSDCTest {
    function test_reducesTheAllowance_evenTheLargest() public {
        approve(type(uint256).max);
        vm.prank(STRANGER);
        vm.assertTrue(usdc.transferFrom(owner, RECEIVER, 5));
        vm.assertEq(usdc.allowance(owner, STRANGER), type(uint256).max - 5);
        assertMoved(5);
    }

    function test_reverts_whenTheAllowanceIsTooSmall() public {
        approve(1);
        expectRevertWith("ERC20: transfer amount exceeds allowance");
        take(2);
        assertMoved(0);
    }

    function test_reverts_whenTheBalanceIsTooSmall() public {
        approve(type(uint256).max);
        expectRevertWith("ERC20: transfer amount exceeds balance");
        take(FUNDS + 1);
        assertMoved(0);
    }

    function approve(uint256 amount) private {
        vm.prank(owner);
        usdc.approve(STRANGER, amount);
    }

    /// An expectation set just before applies to it.
    function take(uint256 amount) private {
        vm.prank(STRANGER);
        // It reverts, so it returns nothing to check.
        // forge-lint: disable-next-line(erc20-unchecked-transfer)
        usdc.transferFrom(owner, RECEIVER, amount);
    }
}

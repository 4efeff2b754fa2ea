// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Spending, SpendingCap} from "../../src/collector/CapSettlements.sol";
import {CollectorTest} from "./CollectorTest.sol";

contract SpendingOfTest is CollectorTest {
    function test_isZero_whenNothingWasSpent() public view {
        Spending memory spending = collector.spendingOf(capHashOf(validCap()));
        vm.assertEq(spending.spent, 0);
        vm.assertFalse(spending.revoked);
    }

    function test_returnsToAnyone_whenPaused() public {
        SpendingCap memory cap = validCap();
        settleUnder(cap, signCap(cap), validTerms());
        pause();
        vm.prank(STRANGER);
        vm.assertEq(collector.spendingOf(capHashOf(cap)).spent, 12_500_000);
    }
}

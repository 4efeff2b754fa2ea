// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Spending, SpendingCap} from "../../src/collector/CapSettlements.sol";
import {CapTest} from "./CapTest.sol";

contract SpendingOfTest is CapTest {
    function test_isZero_whenNothingWasSpent() public view {
        Spending memory spending = collector.spendingOf(validCap());
        vm.assertEq(spending.spent, 0);
        vm.assertEq(spending.spentInPeriod, 0);
        vm.assertEq(spending.periodEnd, MONDAY);
        vm.assertEq(spending.start, NOW);
    }

    function test_returnsToAnyone_whenPaused() public {
        take(validCap(), 12_500_000);
        pause();
        vm.prank(STRANGER);
        vm.assertEq(collector.spendingOf(validCap()).spent, 12_500_000);
    }

    function test_isOfTheBlocksPeriod_beforeAnythingIsTakenInIt() public {
        take(validCap(), 12_500_000);
        vm.warp(MONDAY - 1);
        assertSpent(validCap(), 12_500_000, 12_500_000);
        vm.warp(MONDAY);
        assertSpent(validCap(), 12_500_000, 0);
        vm.assertEq(collector.spendingOf(validCap()).periodEnd, MONDAY + 7 days);
    }

    function test_isOfTheLaterCap_whenTheCapIsReplaced() public {
        take(validCap(), 12_500_000);
        vm.warp(NOW + 1);
        take(laterCap(), 1);
        Spending memory spending = collector.spendingOf(validCap());
        vm.assertEq(spending.start, NOW + 1);
        vm.assertEq(spending.spent, 1);
        vm.assertEq(spending.spentInPeriod, 12_500_001);
    }

    /// A cap that would replace the one before if it were used.
    function test_startsAtZero_whenTheCapIsNotUsed() public {
        take(monthly(validCap()), 12_500_000);
        vm.warp(NOW + 1);
        assertSpent(everyTenDays(laterCap()), 0, 0);
        assertSpent(monthly(laterCap()), 0, 12_500_000);
        assertSpent(monthly(validCap()), 12_500_000, 12_500_000);
    }

    function test_reverts_whenTheCapHasNotStarted() public {
        SpendingCap memory cap = laterCap();
        expectNotStarted(NOW + 1);
        collector.spendingOf(cap);
    }
}

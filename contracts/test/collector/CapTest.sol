// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CapSettlements, Spending, SpendingCap} from "../../src/collector/CapSettlements.sol";
import {SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {CollectorTest} from "./CollectorTest.sol";

/// Tests of what is taken under caps, each time for another invoice, and at any time.
abstract contract CapTest is CollectorTest {
    /// When the period of the valid cap ends: 18 January 2027, 00:00 UTC.
    uint64 internal constant MONDAY = 1_800_230_400;

    uint256 private taken;

    /// An expectation set just before applies to it.
    function take(SpendingCap memory cap, uint256 amount) internal {
        take(cap, signCap(cap), amount);
    }

    function take(SpendingCap memory cap, bytes memory signature, uint256 amount) internal {
        SettlementTerms memory terms = nthTerms(taken++);
        terms.amount = amount;
        terms.validUntil = type(uint64).max;
        settleUnder(cap, signature, terms);
    }

    /// A cap of the same payer, token and subscription that replaces the valid one in a second.
    function laterCap() internal view returns (SpendingCap memory cap) {
        cap = validCap();
        cap.start = NOW + 1;
    }

    /// The same with periods of another length, which end on 19 and 29 January, 8, 18 and 28 February.
    function everyTenDays(SpendingCap memory cap) internal pure returns (SpendingCap memory) {
        cap.periodSeconds = 10 days;
        return cap;
    }

    /// The same with calendar months.
    function monthly(SpendingCap memory cap) internal pure returns (SpendingCap memory) {
        cap.periodSeconds = 0;
        cap.validUntil = NOW + 365 days;
        return cap;
    }

    function expectCapExceeded(uint256 amount, uint256 left) internal {
        vm.expectRevert(abi.encodeWithSelector(CapSettlements.CapExceeded.selector, amount, left));
    }

    function expectReplaced(uint64 start) internal {
        vm.expectRevert(abi.encodeWithSelector(CapSettlements.CapAlreadyReplaced.selector, start));
    }

    function expectNotStarted(uint64 start) internal {
        vm.expectRevert(abi.encodeWithSelector(CapSettlements.CapNotStarted.selector, start));
    }

    function assertSpent(SpendingCap memory cap, uint256 spent, uint256 spentInPeriod) internal view {
        Spending memory spending = collector.spendingOf(cap);
        vm.assertEq(spending.spent, spent);
        vm.assertEq(spending.spentInPeriod, spentInPeriod);
    }
}

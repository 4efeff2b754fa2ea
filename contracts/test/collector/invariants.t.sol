// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SpendingCap} from "../../src/collector/CapSettlements.sol";
import {SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {CollectorHandler} from "./handlers/CollectorHandler.sol";
import {CollectorTest} from "./CollectorTest.sol";

/// More calls per run than for the registry, since a settlement takes two: one that signs and one that sends. Fewer runs,
/// since signing is slow.
/// forge-config: default.invariant.runs = 4
/// forge-config: default.invariant.depth = 128
/// forge-config: night.invariant.runs = 64
/// forge-config: night.invariant.depth = 128
contract CollectorInvariantsTest is CollectorTest {
    CollectorHandler private handler;

    function setUp() public override {
        super.setUp();
        handler = new CollectorHandler(
            usdc, registry, collector, CollectorHandler.Accounts(ADMIN, OPERATOR, PAUSER, STRANGER)
        );
    }

    /// Read by forge, which then calls only the handler.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    /// The handler asserts that each one was signed, unused, not replaced and in time.
    function invariant_payersPayOnlyWhatTheySigned() public view {
        for (uint256 i = 0; i < handler.PAYERS(); i++) {
            address account = handler.payerAt(i);
            vm.assertEq(
                handler.FUNDS() - usdc.balanceOf(account),
                handler.authorized(account) + handler.taken(account)
            );
        }
    }

    function invariant_noCapIsExceeded_inOneSettlement_onePeriod_orInTotal() public view {
        CollectorHandler.SignedCap[] memory caps = handler.caps();
        CollectorHandler.Taken[] memory taken = handler.takenUnderCaps();
        for (uint256 i = 0; i < taken.length; i++) {
            SpendingCap memory cap = caps[taken[i].index].cap;
            uint256 inPeriod = 0;
            uint256 inTotal = 0;
            for (uint256 j = 0; j < taken.length; j++) {
                if (taken[j].index != taken[i].index) continue;
                inTotal += taken[j].amount;
                if (periodOf(cap, taken[j].time) == periodOf(cap, taken[i].time)) {
                    inPeriod += taken[j].amount;
                }
            }
            vm.assertTrue(taken[i].amount <= cap.perCharge);
            vm.assertTrue(inPeriod <= cap.perPeriod);
            vm.assertTrue(inTotal <= cap.total);
        }
    }

    /// Caps of a subscription whose periods have the same length have the same periods: what those before took counts. Not if
    /// the payer signed one with another length as well.
    function invariant_noCapIsExceeded_togetherWithThoseBeforeIt_inOnePeriod() public view {
        CollectorHandler.SignedCap[] memory caps = handler.caps();
        CollectorHandler.Taken[] memory taken = handler.takenUnderCaps();
        for (uint256 i = 0; i < taken.length; i++) {
            SpendingCap memory cap = caps[taken[i].index].cap;
            if (hasOtherPeriods(caps, cap)) continue;
            uint256 inPeriod = 0;
            for (uint256 j = 0; j <= i; j++) {
                if (!isOfSameSubscription(caps[taken[j].index].cap, cap)) continue;
                if (periodOf(cap, taken[j].time) == periodOf(cap, taken[i].time)) {
                    inPeriod += taken[j].amount;
                }
            }
            vm.assertTrue(inPeriod <= cap.perPeriod);
        }
    }

    /// What the collector has counted is what was taken under all caps of that start.
    function invariant_spentAmountsAreCounted() public view {
        CollectorHandler.SignedCap[] memory caps = handler.caps();
        CollectorHandler.Taken[] memory taken = handler.takenUnderCaps();
        for (uint256 i = 0; i < caps.length; i++) {
            SpendingCap memory cap = caps[i].cap;
            if (cap.start > block.timestamp || collector.spendingOf(cap).start != cap.start) continue;
            uint256 spent = 0;
            for (uint256 j = 0; j < taken.length; j++) {
                SpendingCap memory other = caps[taken[j].index].cap;
                if (isOfSameSubscription(other, cap) && other.start == cap.start) spent += taken[j].amount;
            }
            vm.assertEq(collector.spendingOf(cap).spent, spent);
        }
    }

    function invariant_merchantsReceiveExactlyTheRecordedAmounts() public view {
        uint256[] memory recorded = new uint256[](handler.MERCHANTS());
        SettlementTerms[] memory settled = handler.settled();
        for (uint256 i = 0; i < settled.length; i++) {
            assertRecorded(settled[i]);
            for (uint256 j = 0; j < recorded.length; j++) {
                if (settled[i].merchant == handler.merchantAt(j)) recorded[j] += settled[i].amount;
            }
        }
        for (uint256 j = 0; j < recorded.length; j++) {
            vm.assertEq(usdc.balanceOf(handler.merchantAt(j)), recorded[j]);
        }
    }

    function invariant_noInvoiceIsSettledTwice() public view {
        SettlementTerms[] memory settled = handler.settled();
        for (uint256 i = 0; i < settled.length; i++) {
            for (uint256 j = 0; j < i; j++) {
                vm.assertTrue(settled[i].invoiceHash != settled[j].invoiceHash);
            }
        }
    }

    function invariant_theCollectorHoldsNoTokens() public view {
        vm.assertEq(usdc.balanceOf(address(collector)), 0);
    }

    function hasOtherPeriods(CollectorHandler.SignedCap[] memory caps, SpendingCap memory cap)
        private
        pure
        returns (bool)
    {
        for (uint256 i = 0; i < caps.length; i++) {
            SpendingCap memory other = caps[i].cap;
            if (isOfSameSubscription(other, cap) && other.periodSeconds != cap.periodSeconds) return true;
        }
        return false;
    }

    function isOfSameSubscription(SpendingCap memory a, SpendingCap memory b) private pure returns (bool) {
        return a.payer == b.payer && a.subscriptionHash == b.subscriptionHash;
    }

    /// The number of the period since Monday, 29 December 1969, or of the month since January 2027, in which the first block is.
    function periodOf(SpendingCap memory cap, uint256 time) private pure returns (uint256 period) {
        if (cap.periodSeconds != 0) return (time + 3 days) / cap.periodSeconds;
        uint8[12] memory daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        // 1 January 2027.
        uint256 end = 1_798_761_600;
        while (true) {
            end += (period == 13 ? 29 : daysOf[period % 12]) * 1 days;
            if (time < end) return period;
            period++;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Spending} from "../../src/collector/CapSettlements.sol";
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

    /// The handler asserts that each one was signed, unused, not revoked and in time.
    function invariant_payersPayOnlyWhatTheySigned() public view {
        for (uint256 i = 0; i < handler.PAYERS(); i++) {
            address account = handler.payerAt(i);
            vm.assertEq(
                handler.FUNDS() - usdc.balanceOf(account),
                handler.authorized(account) + handler.taken(account)
            );
        }
    }

    function invariant_noCapIsExceeded_andSpentAmountsAreCounted() public view {
        CollectorHandler.SignedCap[] memory caps = handler.caps();
        for (uint256 i = 0; i < caps.length; i++) {
            Spending memory spending = collector.spendingOf(collector.capHashOf(caps[i].cap));
            vm.assertTrue(spending.spent <= caps[i].cap.cap);
            vm.assertEq(spending.spent, caps[i].spent);
            vm.assertTrue(spending.revoked == caps[i].revoked);
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
}

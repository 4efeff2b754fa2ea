// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementRegistry} from "../src/SettlementRegistry.sol";
import {RegistryHandler} from "./handlers/RegistryHandler.sol";
import {RegistryTest} from "./RegistryTest.sol";

contract InvariantsTest is RegistryTest {
    RegistryHandler private handler;

    function setUp() public override {
        super.setUp();
        handler = new RegistryHandler(registry, ADMIN, SETTLER, PAUSER);
    }

    /// Read by forge, which then calls only the handler.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_noInvoiceIsRecordedTwice() public view {
        RegistryHandler.Recorded[] memory recorded = handler.recorded();
        for (uint256 i = 0; i < recorded.length; i++) {
            for (uint256 j = 0; j < i; j++) {
                vm.assertTrue(recorded[i].invoiceHash != recorded[j].invoiceHash);
            }
        }
    }

    function invariant_provesExactlyTheEmittedSettlements() public view {
        RegistryHandler.Recorded[] memory recorded = handler.recorded();
        for (uint256 i = 0; i < recorded.length; i++) {
            RegistryHandler.Recorded memory r = recorded[i];
            vm.assertTrue(provesRecord(r));
            r.amount ^= 1;
            vm.assertFalse(provesRecord(r));
        }

        // The state has nothing without an event.
        uint256 invoices;
        for (uint256 i = 0; i < handler.POOL(); i++) {
            if (registry.recordOf(handler.hashAt("invoice", i)) != 0) invoices++;
        }
        vm.assertEq(invoices, recorded.length);
    }

    /// Both invoices were free, so only their own records could refuse them.
    function invariant_aReferenceCanBeUsedAgain() public view {
        vm.assertEq(handler.refusedForTheirReference(), 0);
    }

    function invariant_nothingIsRecorded_whenPaused_afterValidUntil_orByAStranger() public view {
        RegistryHandler.Recorded[] memory recorded = handler.recorded();
        for (uint256 i = 0; i < recorded.length; i++) {
            vm.assertFalse(recorded[i].whilePaused);
            vm.assertFalse(recorded[i].pastValidUntil);
            vm.assertEq(recorded[i].operator, SETTLER);
        }
    }

    function provesRecord(RegistryHandler.Recorded memory r) private view returns (bool) {
        return
            registry.proves(
                r.referenceHash, r.invoiceHash, r.payer, r.merchant, r.token, r.amount, r.operator
            );
    }
}

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

    /// Asked by forge: it calls nothing but the handler.
    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_noReferenceAndNoInvoiceIsRecordedTwice() public view {
        RegistryHandler.Recorded[] memory recorded = handler.recorded();
        for (uint256 i = 0; i < recorded.length; i++) {
            for (uint256 j = 0; j < i; j++) {
                vm.assertTrue(recorded[i].referenceHash != recorded[j].referenceHash);
                vm.assertTrue(recorded[i].invoiceHash != recorded[j].invoiceHash);
            }
        }
    }

    function invariant_theStateEqualsTheEvents() public view {
        RegistryHandler.Recorded[] memory recorded = handler.recorded();
        for (uint256 i = 0; i < recorded.length; i++) {
            SettlementRegistry.Settlement memory settlement = registry.settlementOf(recorded[i].referenceHash);
            vm.assertEq(settlement.invoiceHash, recorded[i].invoiceHash);
            vm.assertEq(settlement.payer, recorded[i].payer);
            vm.assertEq(settlement.amount, recorded[i].amount);
            vm.assertEq(settlement.merchant, recorded[i].merchant);
            vm.assertEq(settlement.recordedAt, recorded[i].recordedAt);
            vm.assertEq(settlement.token, recorded[i].token);
            vm.assertEq(registry.referenceOf(recorded[i].invoiceHash), recorded[i].referenceHash);
        }

        // And nothing is in the state without an event.
        uint256 references;
        uint256 invoices;
        for (uint256 i = 0; i < handler.POOL(); i++) {
            if (registry.settlementOf(handler.hashAt("reference", i)).recordedAt != 0) references++;
            if (registry.referenceOf(handler.hashAt("invoice", i)) != 0) invoices++;
        }
        vm.assertEq(references, recorded.length);
        vm.assertEq(invoices, recorded.length);
    }

    function invariant_nothingIsRecorded_whilePaused_orPastValidUntil_orByAStranger() public view {
        RegistryHandler.Recorded[] memory recorded = handler.recorded();
        for (uint256 i = 0; i < recorded.length; i++) {
            vm.assertFalse(recorded[i].whilePaused);
            vm.assertFalse(recorded[i].pastValidUntil);
            vm.assertEq(recorded[i].operator, SETTLER);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {RegistryTest} from "./RegistryTest.sol";

contract RecordOfTest is RegistryTest {
    function test_isZero_whenTheInvoiceIsNotSettled() public view {
        vm.assertEq(registry.recordOf(validCall().invoiceHash), bytes32(0));
    }

    function test_isZero_forAReferenceHash() public {
        Call memory call = validCall();
        record(call);
        vm.assertEq(registry.recordOf(call.referenceHash), bytes32(0));
    }

    function test_isTheHashOfTheRecord_toAnyone_whenPaused() public {
        Call memory call = validCall();
        record(call);
        pause();
        vm.warp(NOW + 365 days);
        vm.prank(STRANGER);
        vm.assertEq(registry.recordOf(call.invoiceHash), recordHash(call, SETTLER));
    }
}

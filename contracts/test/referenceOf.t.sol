// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {RegistryTest} from "./RegistryTest.sol";

contract ReferenceOfTest is RegistryTest {
    function test_isZero_whenTheInvoiceIsNotSettled() public view {
        vm.assertEq(registry.referenceOf(validCall().invoiceHash), 0);
    }

    function test_isZero_whenAskedForTheReferenceHash() public {
        Call memory call = validCall();
        record(call);
        vm.assertEq(registry.referenceOf(call.referenceHash), 0);
    }

    function test_leadsFromTheInvoiceToItsSettlement() public {
        Call memory call = validCall();
        record(call);
        bytes32 referenceHash = registry.referenceOf(call.invoiceHash);
        vm.assertEq(registry.settlementOf(referenceHash).invoiceHash, call.invoiceHash);
    }
}

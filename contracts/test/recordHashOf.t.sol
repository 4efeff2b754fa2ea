// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {RegistryTest} from "./RegistryTest.sol";

contract RecordHashOfTest is RegistryTest {
    function testFuzz_isTheKeccakOfTheFieldsInOrder(Call memory call, address operator) public view {
        vm.assertEq(
            registry.recordHashOf(
                call.referenceHash,
                call.invoiceHash,
                call.payer,
                call.merchant,
                call.token,
                call.amount,
                operator
            ),
            recordHash(call, operator)
        );
    }
}

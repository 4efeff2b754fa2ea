// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {RegistryTest} from "./RegistryTest.sol";

contract SettlementOfTest is RegistryTest {
    function test_isEmpty_whenNothingIsRecorded() public view {
        assertNotRecorded(validCall().referenceHash);
    }

    function test_isEmpty_whenAskedForTheInvoiceHash() public {
        Call memory call = validCall();
        record(call);
        assertNotRecorded(call.invoiceHash);
    }

    function test_givesEveryField_toAnyone_whilePaused() public {
        Call memory call = validCall();
        record(call);
        pause();
        vm.warp(NOW + 365 days);
        assertRecorded(call, NOW);
    }
}

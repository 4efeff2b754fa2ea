// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {RegistryTest} from "./RegistryTest.sol";

contract ProvesTest is RegistryTest {
    function test_isTrue_forARecordedSettlement_toAnyone_whenPaused() public {
        Call memory call = validCall();
        record(call);
        pause();
        vm.prank(STRANGER);
        vm.assertTrue(proves(call, SETTLER));
    }

    function test_isFalse_whenNothingIsRecorded() public view {
        vm.assertFalse(proves(validCall(), SETTLER));
    }

    function test_isFalse_whenEverythingIsZero() public view {
        Call memory nothing;
        vm.assertFalse(proves(nothing, address(0)));
    }

    function test_isFalse_whenAnyFieldDiffers() public {
        record(validCall());
        for (uint256 field = 0; field < 7; field++) {
            Call memory call = validCall();
            if (field == 0) call.referenceHash = keccak256("another");
            if (field == 1) call.invoiceHash = keccak256("another");
            if (field == 2) call.payer = STRANGER;
            if (field == 3) call.merchant = STRANGER;
            if (field == 4) call.token = STRANGER;
            if (field == 5) call.amount += 1;
            vm.assertFalse(proves(call, field == 6 ? STRANGER : SETTLER));
        }
        vm.assertTrue(proves(validCall(), SETTLER));
    }
}

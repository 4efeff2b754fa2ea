// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {RegistryTest} from "./RegistryTest.sol";

contract UnpauseTest is RegistryTest {
    function test_letsSettlersRecordAgain_andEmitsTheAdmin() public {
        pause();
        vm.expectEmit(address(registry));
        emit Pausable.Unpaused(ADMIN);
        vm.prank(ADMIN);
        registry.unpause();

        Call memory call = validCall();
        record(call);
        assertRecorded(call);
    }

    function test_reverts_whenTheCallerIsNotTheDefaultAdmin() public {
        pause();
        bytes32 role = registry.DEFAULT_ADMIN_ROLE();
        address[3] memory others = [STRANGER, SETTLER, PAUSER];
        for (uint256 i = 0; i < others.length; i++) {
            expectMissingRole(others[i], role);
            vm.prank(others[i]);
            registry.unpause();
        }
    }

    function test_reverts_whenNotPaused() public {
        vm.expectRevert(abi.encodeWithSelector(Pausable.ExpectedPause.selector));
        vm.prank(ADMIN);
        registry.unpause();
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {RegistryTest} from "./RegistryTest.sol";

contract PauseTest is RegistryTest {
    function test_pauses_andEmitsThePauser() public {
        vm.expectEmit(address(registry));
        emit Pausable.Paused(PAUSER);
        pause();
        vm.assertTrue(registry.paused());
    }

    function test_reverts_whenTheCallerIsNotAPauser() public {
        bytes32 role = registry.PAUSER_ROLE();
        address[3] memory others = [STRANGER, ADMIN, SETTLER];
        for (uint256 i = 0; i < others.length; i++) {
            expectMissingRole(others[i], role);
            vm.prank(others[i]);
            registry.pause();
        }
    }

    function test_reverts_whenAlreadyPaused() public {
        pause();
        vm.expectRevert(abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        pause();
    }
}

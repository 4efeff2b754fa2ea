// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {CollectorTest} from "./CollectorTest.sol";

contract PauseCollectorTest is CollectorTest {
    function test_pauses_andEmitsThePauser() public {
        vm.expectEmit(address(collector));
        emit Pausable.Paused(PAUSER);
        pause();
        vm.assertTrue(collector.paused());
    }

    function test_doesNotPauseTheRegistry() public {
        pause();
        vm.assertFalse(registry.paused());
    }

    function test_reverts_whenTheCallerIsNotAPauser() public {
        bytes32 role = collector.PAUSER_ROLE();
        address[3] memory others = [STRANGER, ADMIN, OPERATOR];
        for (uint256 i = 0; i < others.length; i++) {
            expectMissingRole(others[i], role);
            vm.prank(others[i]);
            collector.pause();
        }
    }

    function test_reverts_whenAlreadyPaused() public {
        pause();
        vm.expectRevert(abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        pause();
    }
}

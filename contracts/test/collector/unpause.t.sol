// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {CollectorTest} from "./CollectorTest.sol";

contract UnpauseCollectorTest is CollectorTest {
    function test_letsOperatorsSettleAgain_andEmitsTheAdmin() public {
        pause();
        vm.expectEmit(address(collector));
        emit Pausable.Unpaused(ADMIN);
        vm.prank(ADMIN);
        collector.unpause();

        SettlementTerms memory terms = validTerms();
        settle(terms, authorize(terms));
        assertMoved(terms.amount);
    }

    function test_reverts_whenTheCallerIsNotTheDefaultAdmin() public {
        pause();
        bytes32 role = collector.DEFAULT_ADMIN_ROLE();
        address[3] memory others = [STRANGER, OPERATOR, PAUSER];
        for (uint256 i = 0; i < others.length; i++) {
            expectMissingRole(others[i], role);
            vm.prank(others[i]);
            collector.unpause();
        }
    }

    function test_reverts_whenNotPaused() public {
        vm.expectRevert(abi.encodeWithSelector(Pausable.ExpectedPause.selector));
        vm.prank(ADMIN);
        collector.unpause();
    }
}

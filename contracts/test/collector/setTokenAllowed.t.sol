// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementBase} from "../../src/collector/SettlementBase.sol";
import {CollectorTest} from "./CollectorTest.sol";

contract SetTokenAllowedTest is CollectorTest {
    address private constant TOKEN = address(0xC0DE);

    function test_allowsAndDisallowsAToken_andEmitsBoth() public {
        for (uint256 i = 0; i < 2; i++) {
            bool allowed = i == 0;
            vm.expectEmit(address(collector));
            emit SettlementBase.TokenAllowed(TOKEN, allowed);
            vm.prank(ADMIN);
            collector.setTokenAllowed(TOKEN, allowed);
            vm.assertTrue(collector.isTokenAllowed(TOKEN) == allowed);
        }
        vm.assertTrue(collector.isTokenAllowed(address(usdc)));
    }

    function test_reverts_whenTheCallerIsNotTheDefaultAdmin() public {
        bytes32 role = collector.DEFAULT_ADMIN_ROLE();
        address[3] memory others = [STRANGER, OPERATOR, PAUSER];
        for (uint256 i = 0; i < others.length; i++) {
            expectMissingRole(others[i], role);
            vm.prank(others[i]);
            collector.setTokenAllowed(TOKEN, true);
        }
        vm.assertFalse(collector.isTokenAllowed(TOKEN));
    }

    function test_reverts_whenTheTokenIsZero() public {
        vm.expectRevert(abi.encodeWithSelector(SettlementBase.InvalidAddress.selector));
        allow(address(0));
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementBase} from "../../src/collector/SettlementBase.sol";
import {SettlementCollector} from "../../src/SettlementCollector.sol";
import {SettlementRegistry} from "../../src/SettlementRegistry.sol";
import {
    IAccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/IAccessControlDefaultAdminRules.sol";
import {CollectorTest} from "./CollectorTest.sol";

contract DeployCollectorTest is CollectorTest {
    function test_setsTheRegistryAndTheToken() public view {
        vm.assertEq(address(collector.registry()), address(registry));
        vm.assertTrue(collector.isTokenAllowed(address(usdc)));
    }

    function test_reverts_whenTheOperatorIsZero() public {
        expectInvalidAddress();
        new SettlementCollector(ADMIN_DELAY, ADMIN, address(0), PAUSER, registry, address(usdc));
    }

    function test_reverts_whenThePauserIsZero() public {
        expectInvalidAddress();
        new SettlementCollector(ADMIN_DELAY, ADMIN, OPERATOR, address(0), registry, address(usdc));
    }

    function test_reverts_whenTheRegistryIsZero() public {
        expectInvalidAddress();
        new SettlementCollector(
            ADMIN_DELAY, ADMIN, OPERATOR, PAUSER, SettlementRegistry(address(0)), address(usdc)
        );
    }

    function test_reverts_whenTheTokenIsZero() public {
        expectInvalidAddress();
        new SettlementCollector(ADMIN_DELAY, ADMIN, OPERATOR, PAUSER, registry, address(0));
    }

    function test_reverts_whenTheAdminIsZero() public {
        vm.expectRevert(
            abi.encodeWithSelector(
                IAccessControlDefaultAdminRules.AccessControlInvalidDefaultAdmin.selector, address(0)
            )
        );
        new SettlementCollector(ADMIN_DELAY, address(0), OPERATOR, PAUSER, registry, address(usdc));
    }

    function expectInvalidAddress() private {
        vm.expectRevert(abi.encodeWithSelector(SettlementBase.InvalidAddress.selector));
    }
}

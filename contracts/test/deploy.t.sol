// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementRegistry} from "../src/SettlementRegistry.sol";
import {
    IAccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/IAccessControlDefaultAdminRules.sol";
import {RegistryTest} from "./RegistryTest.sol";

contract DeployTest is RegistryTest {
    function test_grantsEachAccountItsRoleOnly() public view {
        bytes32[3] memory roles =
            [registry.DEFAULT_ADMIN_ROLE(), registry.SETTLER_ROLE(), registry.PAUSER_ROLE()];
        address[4] memory accounts = [ADMIN, SETTLER, PAUSER, address(this)];
        for (uint256 i = 0; i < accounts.length; i++) {
            for (uint256 j = 0; j < roles.length; j++) {
                vm.assertTrue(registry.hasRole(roles[j], accounts[i]) == (i == j));
            }
        }
    }

    function test_setsTheAdminAndItsDelay_andIsNotPaused() public view {
        vm.assertFalse(registry.paused());
        vm.assertEq(registry.defaultAdmin(), ADMIN);
        vm.assertEq(registry.defaultAdminDelay(), ADMIN_DELAY);
    }

    function test_returnsItsVersion() public view {
        vm.assertEq(registry.VERSION(), 2);
    }

    function test_makesTheDefaultAdminTheAdminOfBothRoles() public view {
        vm.assertEq(registry.getRoleAdmin(registry.SETTLER_ROLE()), registry.DEFAULT_ADMIN_ROLE());
        vm.assertEq(registry.getRoleAdmin(registry.PAUSER_ROLE()), registry.DEFAULT_ADMIN_ROLE());
    }

    function test_reverts_whenTheSettlerIsZero() public {
        vm.expectRevert(abi.encodeWithSelector(SettlementRegistry.InvalidAddress.selector));
        new SettlementRegistry(ADMIN_DELAY, ADMIN, address(0), PAUSER);
    }

    function test_reverts_whenThePauserIsZero() public {
        vm.expectRevert(abi.encodeWithSelector(SettlementRegistry.InvalidAddress.selector));
        new SettlementRegistry(ADMIN_DELAY, ADMIN, SETTLER, address(0));
    }

    function test_reverts_whenTheAdminIsZero() public {
        vm.expectRevert(
            abi.encodeWithSelector(
                IAccessControlDefaultAdminRules.AccessControlInvalidDefaultAdmin.selector, address(0)
            )
        );
        new SettlementRegistry(ADMIN_DELAY, address(0), SETTLER, PAUSER);
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementRegistry} from "../src/SettlementRegistry.sol";
import {
    IAccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/IAccessControlDefaultAdminRules.sol";
import {RegistryTest} from "./RegistryTest.sol";

contract DeployTest is RegistryTest {
    function test_returnsItsVersion() public view {
        vm.assertEq(registry.VERSION(), 2);
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

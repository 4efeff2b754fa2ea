// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {
    IAccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/IAccessControlDefaultAdminRules.sol";
import {RegistryTest} from "./RegistryTest.sol";

/// The transfer is OpenZeppelin's. These tests check that the registry uses it.
contract TransferDefaultAdminTest is RegistryTest {
    address private constant NEXT_ADMIN = address(0xAD2);

    function test_transfersTheRole_whenAcceptedAfterTheDelay() public {
        begin();
        vm.warp(NOW + ADMIN_DELAY + 1);
        vm.prank(NEXT_ADMIN);
        registry.acceptDefaultAdminTransfer();

        vm.assertEq(registry.defaultAdmin(), NEXT_ADMIN);
        vm.assertFalse(registry.hasRole(registry.DEFAULT_ADMIN_ROLE(), ADMIN));
    }

    function test_reverts_whenAcceptedBeforeTheDelayEnds() public {
        begin();
        vm.warp(NOW + ADMIN_DELAY);
        vm.expectRevert(
            abi.encodeWithSelector(
                IAccessControlDefaultAdminRules.AccessControlEnforcedDefaultAdminDelay.selector,
                NOW + ADMIN_DELAY
            )
        );
        vm.prank(NEXT_ADMIN);
        registry.acceptDefaultAdminTransfer();
    }

    function test_reverts_whenTheRoleIsGrantedDirectly() public {
        bytes32 role = registry.DEFAULT_ADMIN_ROLE();
        vm.expectRevert(
            abi.encodeWithSelector(
                IAccessControlDefaultAdminRules.AccessControlEnforcedDefaultAdminRules.selector
            )
        );
        vm.prank(ADMIN);
        registry.grantRole(role, NEXT_ADMIN);
    }

    function begin() private {
        vm.prank(ADMIN);
        registry.beginDefaultAdminTransfer(NEXT_ADMIN);
    }
}

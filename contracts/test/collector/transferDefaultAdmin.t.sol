// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {
    IAccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/IAccessControlDefaultAdminRules.sol";
import {CollectorTest} from "./CollectorTest.sol";

/// The transfer is OpenZeppelin's. These tests check that the collector uses it.
contract TransferDefaultAdminOfCollectorTest is CollectorTest {
    address private constant NEXT_ADMIN = address(0xAD2);

    function test_transfersTheRole_whenAcceptedAfterTheDelay() public {
        begin();
        vm.warp(NOW + ADMIN_DELAY + 1);
        vm.prank(NEXT_ADMIN);
        collector.acceptDefaultAdminTransfer();

        vm.assertEq(collector.defaultAdmin(), NEXT_ADMIN);
        vm.assertFalse(collector.hasRole(collector.DEFAULT_ADMIN_ROLE(), ADMIN));
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
        collector.acceptDefaultAdminTransfer();
    }

    function test_reverts_whenTheRoleIsGrantedDirectly() public {
        bytes32 role = collector.DEFAULT_ADMIN_ROLE();
        vm.expectRevert(
            abi.encodeWithSelector(
                IAccessControlDefaultAdminRules.AccessControlEnforcedDefaultAdminRules.selector
            )
        );
        vm.prank(ADMIN);
        collector.grantRole(role, NEXT_ADMIN);
    }

    function begin() private {
        vm.prank(ADMIN);
        collector.beginDefaultAdminTransfer(NEXT_ADMIN);
    }
}

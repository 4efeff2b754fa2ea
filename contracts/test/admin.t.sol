// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {DevUSDC} from "../src/DevUSDC.sol";
import {SettlementCollector} from "../src/SettlementCollector.sol";
import {SettlementRegistry} from "../src/SettlementRegistry.sol";
import {
    AccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/AccessControlDefaultAdminRules.sol";
import {
    IAccessControlDefaultAdminRules
} from "@openzeppelin/contracts/access/extensions/IAccessControlDefaultAdminRules.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {Test} from "./Test.sol";

interface IPausable {
    function PAUSER_ROLE() external view returns (bytes32);
    function paused() external view returns (bool);
    function pause() external;
    function unpause() external;
}

/// The roles, the pause and the transfer of the default admin, which the registry and the collector have alike. Roles
/// and transfer are OpenZeppelin's: these tests check that the contracts use them.
abstract contract AdminTest is Test {
    address internal constant ADMIN = address(0xAD);
    address internal constant WORKER = address(0x5E);
    address internal constant PAUSER = address(0xBA);
    address private constant STRANGER = address(0xBAD);
    address private constant NEXT_ADMIN = address(0xAD2);
    uint48 internal constant ADMIN_DELAY = 2 days;
    uint64 private constant NOW = 1_800_000_000;

    AccessControlDefaultAdminRules private target;
    IPausable private pausable;

    function setUp() public {
        vm.warp(NOW);
        target = deploy();
        pausable = IPausable(address(target));
    }

    /// The contract, whose ADMIN, WORKER and PAUSER have a role each.
    function deploy() internal virtual returns (AccessControlDefaultAdminRules);

    /// The role of WORKER.
    function workerRole() internal view virtual returns (bytes32);

    function test_grantsEachAccountItsRoleOnly() public view {
        bytes32[3] memory roles = [bytes32(0), workerRole(), pausable.PAUSER_ROLE()];
        address[4] memory accounts = [ADMIN, WORKER, PAUSER, address(this)];
        for (uint256 i = 0; i < accounts.length; i++) {
            for (uint256 j = 0; j < roles.length; j++) {
                vm.assertTrue(target.hasRole(roles[j], accounts[i]) == (i == j));
            }
        }
    }

    function test_setsTheAdmin_itsDelayAndItsRoles_andIsNotPaused() public view {
        vm.assertFalse(pausable.paused());
        vm.assertEq(target.defaultAdmin(), ADMIN);
        vm.assertEq(target.defaultAdminDelay(), ADMIN_DELAY);
        vm.assertEq(target.getRoleAdmin(workerRole()), target.DEFAULT_ADMIN_ROLE());
        vm.assertEq(target.getRoleAdmin(pausable.PAUSER_ROLE()), target.DEFAULT_ADMIN_ROLE());
    }

    function test_pauses_andUnpauses_andEmitsTheAccounts() public {
        vm.expectEmit(address(target));
        emit Pausable.Paused(PAUSER);
        pauseAs(PAUSER);
        vm.assertTrue(pausable.paused());
        vm.expectEmit(address(target));
        emit Pausable.Unpaused(ADMIN);
        unpauseAs(ADMIN);
        vm.assertFalse(pausable.paused());
    }

    function test_reverts_whenAlreadyPaused_orNotPaused() public {
        vm.expectRevert(abi.encodeWithSelector(Pausable.ExpectedPause.selector));
        unpauseAs(ADMIN);
        pauseAs(PAUSER);
        vm.expectRevert(abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        pauseAs(PAUSER);
    }

    function test_reverts_whenAnotherThanAPauserPauses() public {
        bytes32 role = pausable.PAUSER_ROLE();
        address[3] memory others = [STRANGER, ADMIN, WORKER];
        for (uint256 i = 0; i < others.length; i++) {
            expectMissingRole(others[i], role);
            pauseAs(others[i]);
        }
    }

    function test_reverts_whenAnotherThanTheAdminUnpauses() public {
        pauseAs(PAUSER);
        bytes32 role = target.DEFAULT_ADMIN_ROLE();
        address[3] memory others = [STRANGER, WORKER, PAUSER];
        for (uint256 i = 0; i < others.length; i++) {
            expectMissingRole(others[i], role);
            unpauseAs(others[i]);
        }
    }

    function test_transfersTheAdmin_whenAcceptedAfterTheDelay() public {
        beginTransfer();
        vm.warp(NOW + ADMIN_DELAY + 1);
        vm.prank(NEXT_ADMIN);
        target.acceptDefaultAdminTransfer();

        vm.assertEq(target.defaultAdmin(), NEXT_ADMIN);
        vm.assertFalse(target.hasRole(target.DEFAULT_ADMIN_ROLE(), ADMIN));
    }

    function test_reverts_whenTheTransferIsAcceptedBeforeTheDelayEnds() public {
        beginTransfer();
        vm.warp(NOW + ADMIN_DELAY);
        vm.expectRevert(
            abi.encodeWithSelector(
                IAccessControlDefaultAdminRules.AccessControlEnforcedDefaultAdminDelay.selector,
                NOW + ADMIN_DELAY
            )
        );
        vm.prank(NEXT_ADMIN);
        target.acceptDefaultAdminTransfer();
    }

    function test_reverts_whenTheRoleOfTheAdminIsGrantedDirectly() public {
        bytes32 role = target.DEFAULT_ADMIN_ROLE();
        vm.expectRevert(
            abi.encodeWithSelector(
                IAccessControlDefaultAdminRules.AccessControlEnforcedDefaultAdminRules.selector
            )
        );
        vm.prank(ADMIN);
        target.grantRole(role, NEXT_ADMIN);
    }

    function beginTransfer() private {
        vm.prank(ADMIN);
        target.beginDefaultAdminTransfer(NEXT_ADMIN);
    }

    function pauseAs(address account) private {
        vm.prank(account);
        pausable.pause();
    }

    function unpauseAs(address account) private {
        vm.prank(account);
        pausable.unpause();
    }

    function expectMissingRole(address account, bytes32 role) private {
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, account, role)
        );
    }
}

contract RegistryAdminTest is AdminTest {
    function deploy() internal override returns (AccessControlDefaultAdminRules) {
        return new SettlementRegistry(ADMIN_DELAY, ADMIN, WORKER, PAUSER);
    }

    function workerRole() internal pure override returns (bytes32) {
        return keccak256("SETTLER_ROLE");
    }
}

contract CollectorAdminTest is AdminTest {
    function deploy() internal override returns (AccessControlDefaultAdminRules) {
        SettlementRegistry registry = new SettlementRegistry(ADMIN_DELAY, ADMIN, ADMIN, PAUSER);
        address token = address(new DevUSDC());
        return new SettlementCollector(ADMIN_DELAY, ADMIN, WORKER, PAUSER, registry, token);
    }

    function workerRole() internal pure override returns (bytes32) {
        return keccak256("OPERATOR_ROLE");
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementRegistry} from "../src/SettlementRegistry.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {Test} from "./Test.sol";

/// A deployed registry, its accounts and a valid settlement.
abstract contract RegistryTest is Test {
    /// The arguments of `recordSettlement`, in its order.
    struct Call {
        bytes32 referenceHash;
        bytes32 invoiceHash;
        address payer;
        address merchant;
        address token;
        uint256 amount;
        uint64 validUntil;
    }

    address internal constant ADMIN = address(0xAD);
    address internal constant SETTLER = address(0x5E);
    address internal constant PAUSER = address(0xBA);
    address internal constant STRANGER = address(0xBAD);
    uint48 internal constant ADMIN_DELAY = 2 days;
    uint64 internal constant NOW = 1_800_000_000;

    SettlementRegistry internal registry;

    function setUp() public virtual {
        vm.warp(NOW);
        registry = new SettlementRegistry(ADMIN_DELAY, ADMIN, SETTLER, PAUSER);
    }

    function validCall() internal pure returns (Call memory) {
        return Call({
            referenceHash: keccak256("reference"),
            invoiceHash: keccak256("invoice"),
            payer: address(0xA11CE),
            merchant: address(0xB0B),
            token: address(0xC0DE),
            amount: 12_500_000,
            validUntil: NOW + 10 minutes
        });
    }

    /// Calls it as SETTLER. An expectation set just before applies to it.
    function record(Call memory call) internal {
        recordAs(SETTLER, call);
    }

    function recordAs(address sender, Call memory call) internal {
        vm.prank(sender);
        registry.recordSettlement(
            call.referenceHash,
            call.invoiceHash,
            call.payer,
            call.merchant,
            call.token,
            call.amount,
            call.validUntil
        );
    }

    function pause() internal {
        vm.prank(PAUSER);
        registry.pause();
    }

    function expectSettlementRecorded(Call memory call, address operator) internal {
        vm.expectEmit(address(registry));
        emit SettlementRegistry.SettlementRecorded(
            call.referenceHash, call.invoiceHash, call.payer, call.merchant, call.token, call.amount, operator
        );
    }

    function expectMissingRole(address account, bytes32 role) internal {
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, account, role)
        );
    }

    function recordHash(Call memory call, address operator) internal pure returns (bytes32) {
        return keccak256(
            abi.encode(
                call.referenceHash,
                call.invoiceHash,
                call.payer,
                call.merchant,
                call.token,
                call.amount,
                operator
            )
        );
    }

    function proves(Call memory call, address operator) internal view returns (bool) {
        return registry.proves(
            call.referenceHash, call.invoiceHash, call.payer, call.merchant, call.token, call.amount, operator
        );
    }

    function assertRecorded(Call memory call) internal view {
        vm.assertEq(registry.recordOf(call.invoiceHash), recordHash(call, SETTLER));
        vm.assertTrue(proves(call, SETTLER));
    }

    function assertNotRecorded(bytes32 invoiceHash) internal view {
        vm.assertEq(registry.recordOf(invoiceHash), bytes32(0));
    }
}

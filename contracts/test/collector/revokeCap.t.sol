// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CapSettlements, SpendingCap} from "../../src/collector/CapSettlements.sol";
import {CollectorTest} from "./CollectorTest.sol";

contract RevokeCapTest is CollectorTest {
    function test_revokes_andEmitsThePayer() public {
        SpendingCap memory cap = validCap();
        vm.expectEmit(address(collector));
        emit CapSettlements.CapRevoked(capHashOf(cap), payer);
        revokeAs(payer);
        vm.assertTrue(collector.spendingOf(capHashOf(cap)).revoked);
    }

    function test_keepsTheSpentAmount() public {
        SpendingCap memory cap = validCap();
        settleUnder(cap, signCap(cap), validTerms());
        revokeAs(payer);
        vm.assertEq(collector.spendingOf(capHashOf(cap)).spent, 12_500_000);
    }

    function test_revokes_whenPaused() public {
        pause();
        revokeAs(payer);
        vm.assertTrue(collector.spendingOf(capHashOf(validCap())).revoked);
    }

    function test_doesNotRevokeACapWithAnotherNonce() public {
        revokeAs(payer);
        SpendingCap memory cap = validCap();
        cap.nonce = keccak256("another nonce");
        settleUnder(cap, signCap(cap), validTerms());
        assertMoved(12_500_000);
    }

    function test_reverts_whenTheCallerIsNotThePayer() public {
        address[4] memory others = [STRANGER, ADMIN, OPERATOR, MERCHANT];
        for (uint256 i = 0; i < others.length; i++) {
            vm.expectRevert(abi.encodeWithSelector(CapSettlements.NotThePayer.selector, others[i], payer));
            revokeAs(others[i]);
        }
        vm.assertFalse(collector.spendingOf(capHashOf(validCap())).revoked);
    }

    function test_reverts_whenAlreadyRevoked() public {
        revokeAs(payer);
        vm.expectRevert(
            abi.encodeWithSelector(CapSettlements.CapAlreadyRevoked.selector, capHashOf(validCap()))
        );
        revokeAs(payer);
    }

    function revokeAs(address account) private {
        vm.prank(account);
        collector.revokeCap(validCap());
    }
}

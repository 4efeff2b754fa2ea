// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {DevUSDC} from "../../src/DevUSDC.sol";
import {SettlementRefunder} from "../../src/SettlementRefunder.sol";
import {SettlementRegistry} from "../../src/SettlementRegistry.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {FeeToken} from "../collector/tokens/FeeToken.sol";
import {ReentrantToken} from "../collector/tokens/ReentrantToken.sol";
import {RefunderTest} from "./RefunderTest.sol";

contract RefundTest is RefunderTest {
    function test_paysThePayer_andEmitsTheEvent() public {
        SettlementRefunder.RefundTerms memory terms = validRefund();
        uint256 before = like.balanceOf(payer);
        expectRefundRecorded(terms, MERCHANT);
        refundBy(MERCHANT, terms);
        vm.assertEq(like.balanceOf(payer), before + terms.amount);
        vm.assertEq(like.balanceOf(MERCHANT), terms.settled - terms.amount);
        vm.assertEq(like.balanceOf(address(refunder)), 0);
        vm.assertTrue(refunder.isRecorded(hashOf(terms)));
    }

    function test_takesFromItsCaller_whoeverItIs() public {
        SettlementRefunder.RefundTerms memory terms = validRefund();
        mint(STRANGER, terms.amount);
        vm.prank(STRANGER);
        like.approve(address(refunder), terms.amount);
        expectRefundRecorded(terms, STRANGER);
        refundBy(STRANGER, terms);
        vm.assertEq(like.balanceOf(STRANGER), 0);
        vm.assertEq(like.balanceOf(MERCHANT), terms.settled);
    }

    function test_refundsAll_andAtValidUntil() public {
        SettlementRefunder.RefundTerms memory terms = validRefund();
        terms.amount = terms.settled;
        vm.warp(terms.validUntil);
        refundBy(MERCHANT, terms);
        vm.assertEq(like.balanceOf(MERCHANT), 0);
    }

    function test_refundsTwoCreditNotesOfOneInvoice() public {
        SettlementRefunder.RefundTerms memory terms = validRefund();
        refundBy(MERCHANT, terms);
        terms.creditNoteHash = keccak256("another credit note");
        refundBy(MERCHANT, terms);
        vm.assertEq(like.balanceOf(MERCHANT), terms.settled - 2 * terms.amount);
    }

    function test_reverts_whenRefundedAlready_whateverTheTime_andWhoeverPays() public {
        SettlementRefunder.RefundTerms memory terms = validRefund();
        refundBy(MERCHANT, terms);
        bytes memory already =
            abi.encodeWithSelector(SettlementRefunder.AlreadyRefunded.selector, terms.creditNoteHash);
        vm.expectRevert(already);
        refundBy(MERCHANT, terms);
        terms.validUntil += 1 days;
        vm.expectRevert(already);
        refundBy(STRANGER, terms);
        terms.validUntil = NOW;
        vm.warp(NOW + 2 days);
        vm.expectRevert(already);
        refundBy(MERCHANT, terms);
    }

    /// Somebody who takes a credit note's hash for another amount does not stop its refund.
    function test_refunds_whenAnotherAmountWasRefundedUnderTheSameHash() public {
        SettlementRefunder.RefundTerms memory terms = validRefund();
        SettlementRefunder.RefundTerms memory other = validRefund();
        other.amount = 1;
        refundBy(MERCHANT, other);
        expectRefundRecorded(terms, MERCHANT);
        refundBy(MERCHANT, terms);
    }

    function test_reverts_whenTheSettlementIsNotRecordedWithExactlyThis() public {
        SettlementRefunder.RefundTerms[7] memory wrong;
        for (uint256 i = 0; i < wrong.length; i++) {
            wrong[i] = validRefund();
        }
        wrong[0].referenceHash = keccak256("another reference");
        wrong[1].invoiceHash = keccak256("another invoice");
        wrong[2].payer = STRANGER;
        wrong[3].merchant = STRANGER;
        wrong[4].token = address(usdc);
        wrong[5].settled += 1;
        wrong[6].operator = STRANGER;
        for (uint256 i = 0; i < wrong.length; i++) {
            vm.expectRevert(
                abi.encodeWithSelector(
                    SettlementRefunder.SettlementNotRecorded.selector, wrong[i].invoiceHash
                )
            );
            refundBy(MERCHANT, wrong[i]);
        }
    }

    function test_reverts_inAnotherRegistry() public {
        SettlementRefunder.RefundTerms memory terms = validRefund();
        terms.registry = new SettlementRegistry(ADMIN_DELAY, ADMIN, ADMIN, PAUSER);
        vm.expectRevert(
            abi.encodeWithSelector(SettlementRefunder.SettlementNotRecorded.selector, terms.invoiceHash)
        );
        refundBy(MERCHANT, terms);
    }

    function test_reverts_whenTheAmountIsZero_orMoreThanWasSettled() public {
        SettlementRefunder.RefundTerms memory terms = validRefund();
        terms.amount = 0;
        expectInvalidAmount(terms);
        refundBy(MERCHANT, terms);
        terms.amount = terms.settled + 1;
        expectInvalidAmount(terms);
        refundBy(MERCHANT, terms);
    }

    function test_reverts_whenTheCreditNoteHashIsZero() public {
        SettlementRefunder.RefundTerms memory terms = validRefund();
        terms.creditNoteHash = 0;
        vm.expectRevert(abi.encodeWithSelector(SettlementRefunder.InvalidReference.selector));
        refundBy(MERCHANT, terms);
    }

    function test_reverts_pastValidUntil() public {
        SettlementRefunder.RefundTerms memory terms = validRefund();
        vm.warp(terms.validUntil + 1);
        vm.expectRevert(abi.encodeWithSelector(SettlementRefunder.RefundExpired.selector, terms.validUntil));
        refundBy(MERCHANT, terms);
    }

    function test_revertsAndRecordsNothing_whenTheCallerAllowsTooLittle_orThePayerIsBlacklisted() public {
        SettlementRefunder.RefundTerms memory terms = validRefund();
        vm.prank(MERCHANT);
        like.approve(address(refunder), terms.amount - 1);
        expectRevertWith("ERC20: transfer amount exceeds allowance");
        refundBy(MERCHANT, terms);
        vm.prank(MERCHANT);
        like.approve(address(refunder), terms.amount);
        blacklist(payer);
        expectRevertWith("Blacklistable: account is blacklisted");
        refundBy(MERCHANT, terms);
        vm.assertFalse(refunder.isRecorded(hashOf(terms)));
    }

    function test_reverts_whenTheTokenTakesAFee() public {
        FeeToken token = new FeeToken();
        settleTerms(token);
        SettlementRefunder.RefundTerms memory terms = refundIn(address(token), 2);
        token.charge(payer);
        uint256 held = token.balanceOf(payer);
        vm.expectRevert(
            abi.encodeWithSelector(
                SettlementRefunder.UnexpectedBalance.selector,
                payer,
                held + terms.amount - 1,
                held + terms.amount
            )
        );
        refundBy(MERCHANT, terms);
    }

    function test_reverts_whenTheTokenCallsBack() public {
        ReentrantToken token = new ReentrantToken();
        settleTerms(token);
        SettlementRefunder.RefundTerms memory terms = refundIn(address(token), 2);
        SettlementRefunder.RefundTerms memory another = refundIn(address(token), 2);
        another.creditNoteHash = keccak256("another credit note");
        token.callDuringTransfer(address(refunder), abi.encodeCall(refunder.refund, (another)));
        vm.expectRevert(
            abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector)
        );
        refundBy(MERCHANT, terms);
    }

    function testFuzz_conservesTheToken(uint256 amount) public {
        SettlementRefunder.RefundTerms memory terms = validRefund();
        terms.amount = bound(amount, 1, terms.settled);
        uint256 before = like.balanceOf(payer) + like.balanceOf(MERCHANT);
        refundBy(MERCHANT, terms);
        vm.assertEq(like.balanceOf(payer) + like.balanceOf(MERCHANT), before);
        vm.assertEq(like.balanceOf(MERCHANT), terms.settled - terms.amount);
    }

    /// Settles the second invoice in a token that the collector allows from now on.
    function settleTerms(DevUSDC token) private {
        termsIn(token);
        settleIn(address(token), 2);
        vm.prank(MERCHANT);
        token.approve(address(refunder), type(uint256).max);
    }

    function expectInvalidAmount(SettlementRefunder.RefundTerms memory terms) private {
        vm.expectRevert(
            abi.encodeWithSelector(SettlementRefunder.InvalidAmount.selector, terms.amount, terms.settled)
        );
    }
}

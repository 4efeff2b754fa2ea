// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AuthorizationSettlements} from "../../src/collector/AuthorizationSettlements.sol";
import {CapSettlements, SpendingCap} from "../../src/collector/CapSettlements.sol";
import {SettlementBase, SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {SettlementRegistry} from "../../src/SettlementRegistry.sol";
import {UsdcCollectorTest} from "./UsdcCollectorTest.sol";

/// The checks of the collector before it writes, with a token like USDC, and their order.
contract RefusalsTest is UsdcCollectorTest {
    function test_reverts_whenThePayerIsBlacklisted() public {
        SettlementTerms memory terms = likeTerms(1);
        bytes memory signature = authorize(terms);
        bytes memory capSignature = signCap(likeCap());
        blacklist(payer);
        expectBlacklisted(payer);
        settle(terms, signature);
        expectBlacklisted(payer);
        settleUnder(likeCap(), capSignature, terms);
    }

    function test_reverts_whenTheMerchantIsBlacklisted() public {
        SettlementTerms memory terms = likeTerms(1);
        bytes memory signature = authorize(terms);
        bytes memory capSignature = signCap(likeCap());
        blacklist(MERCHANT);
        expectBlacklisted(MERCHANT);
        settle(terms, signature);
        expectBlacklisted(MERCHANT);
        settleUnder(likeCap(), capSignature, terms);
    }

    function test_revertsWithTheTokensError_whenTheTokenIsPaused_orTheCollectorIsBlacklisted() public {
        SettlementTerms memory terms = likeTerms(1);
        bytes memory signature = authorize(terms);
        vm.prank(ISSUER);
        like.pause();
        expectRevertWith("Pausable: paused");
        settle(terms, signature);
        vm.prank(ISSUER);
        like.unpause();
        blacklist(address(collector));
        expectRevertWith("Blacklistable: account is blacklisted");
        settle(terms, signature);
    }

    /// After a settlement every check would fail, except the role and the pause.
    function test_revertsWithAlreadySettled_whateverElseIsWrong_withAnAuthorization() public {
        SettlementTerms memory terms = likeTerms(1);
        settle(terms, authorize(terms));
        ruinEverything();
        expectInvoiceAlreadySettled(terms);
        settle(terms, "not a signature");

        SettlementTerms memory again = likeTerms(1);
        again.referenceHash = 0;
        again.merchant = address(collector);
        again.payer = address(0);
        again.token = STRANGER;
        again.amount = type(uint256).max;
        again.validUntil = 0;
        expectInvoiceAlreadySettled(terms);
        settle(again, "not a signature");
    }

    function test_revertsWithAlreadySettled_whateverElseIsWrong_underACap() public {
        SpendingCap memory cap = likeCap();
        SettlementTerms memory terms = likeTerms(1);
        settleUnder(cap, signCap(cap), terms);
        vm.warp(NOW + 1);
        SpendingCap memory later = likeCap();
        later.start = NOW + 1;
        vm.prank(payer);
        collector.replaceCap(later, "");
        ruinEverything();
        expectInvoiceAlreadySettled(terms);
        settleUnder(cap, "not a signature", terms);
        cap.token = STRANGER;
        cap.merchant = address(collector);
        cap.validUntil = 0;
        expectInvoiceAlreadySettled(terms);
        settleUnder(cap, "not a signature", terms);
    }

    /// Each reason is removed in turn, and the next one in the README's list is the error.
    function test_revertsInTheOrderOfTheReadme() public {
        SpendingCap memory cap = likeCap();
        cap.perPeriod = 1;
        cap.validUntil = NOW - 1;
        cap.start = NOW + 1;
        cap.merchant = address(0);
        SettlementTerms memory terms = likeTerms(1);
        terms.validUntil = NOW - 1;
        terms.referenceHash = 0;
        vm.prank(payer);
        vm.assertTrue(like.transfer(STRANGER, FUNDS));
        vm.prank(payer);
        like.approve(address(collector), 0);
        blacklist(payer);
        vm.prank(ADMIN);
        collector.setTokenAllowed(address(like), false);

        refused(cap, terms, abi.encodeWithSelector(SettlementRegistry.SettlementExpired.selector, NOW - 1));
        terms.validUntil = NOW;
        refused(cap, terms, abi.encodeWithSelector(SettlementRegistry.InvalidReference.selector));
        terms.referenceHash = keccak256("reference");
        refused(cap, terms, abi.encodeWithSelector(SettlementBase.InvalidAddress.selector));
        cap.merchant = MERCHANT;
        terms.amount = 1 << 96;
        refused(
            cap,
            terms,
            abi.encodeWithSelector(SettlementRegistry.AmountTooLarge.selector, terms.amount, type(uint96).max)
        );
        terms.amount = 12_500_000;
        refused(cap, terms, abi.encodeWithSelector(SettlementBase.TokenNotAllowed.selector, cap.token));
        allow(address(like));
        SpendingCap memory current = likeCap();
        vm.prank(payer);
        collector.replaceCap(current, "");
        refused(cap, terms, abi.encodeWithSelector(CapSettlements.CapExpired.selector, cap.validUntil));
        cap.validUntil = NOW;
        refused(cap, terms, abi.encodeWithSelector(CapSettlements.CapNotStarted.selector, cap.start));
        cap.start = NOW - 1;
        refused(cap, terms, abi.encodeWithSelector(CapSettlements.CapAlreadyReplaced.selector, current.start));
        cap.start = NOW;
        refused(cap, terms, abi.encodeWithSelector(CapSettlements.CapExceeded.selector, terms.amount, 1));
        cap.perPeriod = terms.amount;
        refused(cap, terms, abi.encodeWithSelector(SettlementBase.BalanceTooLow.selector, 0, terms.amount));
        vm.prank(ISSUER);
        like.unBlacklist(payer);
        mint(payer, FUNDS);
        blacklist(payer);
        refused(cap, terms, abi.encodeWithSelector(SettlementBase.AccountBlacklisted.selector, payer));
        vm.prank(ISSUER);
        like.unBlacklist(payer);
        refused(cap, terms, abi.encodeWithSelector(CapSettlements.AllowanceTooLow.selector, 0, terms.amount));
        vm.prank(payer);
        like.approve(address(collector), terms.amount);
        refused(cap, terms, abi.encodeWithSelector(SettlementBase.InvalidSignature.selector));
        settleUnder(cap, signCap(cap), terms);
        assertRecorded(terms);
    }

    function test_revertsWithBlacklisted_whenAnAuthorizationIsAlsoUsed() public {
        SettlementTerms memory terms = likeTerms(1);
        bytes memory signature = authorize(terms);
        bytes32 nonce = collector.nonceOf(terms);
        like.cancelAuthorization(payer, nonce, signCancel(PAYER_KEY, address(like), payer, nonce));
        vm.expectRevert(
            abi.encodeWithSelector(AuthorizationSettlements.AuthorizationAlreadyUsed.selector, nonce)
        );
        settle(terms, signature);
        blacklist(payer);
        expectBlacklisted(payer);
        settle(terms, signature);
    }

    function test_revertsWithUsed_whenAnAuthorizationIsAlsoNotSigned() public {
        SettlementTerms memory terms = likeTerms(1);
        expectInvalidSignature();
        settle(terms, "not a signature");
        bytes32 nonce = collector.nonceOf(terms);
        like.cancelAuthorization(payer, nonce, signCancel(PAYER_KEY, address(like), payer, nonce));
        vm.expectRevert(
            abi.encodeWithSelector(AuthorizationSettlements.AuthorizationAlreadyUsed.selector, nonce)
        );
        settle(terms, "not a signature");
    }

    function refused(SpendingCap memory cap, SettlementTerms memory terms, bytes memory reason) private {
        vm.expectRevert(reason);
        settleUnder(cap, "not a signature", terms);
    }

    function ruinEverything() private {
        uint256 left = like.balanceOf(payer);
        vm.prank(payer);
        vm.assertTrue(like.transfer(STRANGER, left));
        vm.prank(payer);
        like.approve(address(collector), 0);
        blacklist(payer);
        blacklist(MERCHANT);
        vm.prank(ISSUER);
        like.pause();
        vm.prank(ADMIN);
        collector.setTokenAllowed(address(like), false);
        vm.warp(NOW + 365 days);
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CapSettlements, SpendingCap} from "../../src/collector/CapSettlements.sol";
import {SettlementBase, SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {SettlementRegistry} from "../../src/SettlementRegistry.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {CollectorTest} from "./CollectorTest.sol";
import {SmartWallet} from "../wallets/SmartWallet.sol";
import {FalseToken} from "./tokens/FalseToken.sol";
import {FeeToken} from "./tokens/FeeToken.sol";
import {ReentrantToken} from "./tokens/ReentrantToken.sol";
import {SilentToken} from "./tokens/SilentToken.sol";
import {StillToken} from "./tokens/StillToken.sol";

contract SettleWithAllowanceTest is CollectorTest {
    function test_paysTheMerchant_recordsTheSettlement_countsTheAmount_andEmitsAnEvent() public {
        SpendingCap memory cap = validCap();
        SettlementTerms memory terms = validTerms();
        vm.expectEmit(address(registry));
        emit SettlementRegistry.SettlementRecorded(
            terms.referenceHash,
            terms.invoiceHash,
            payer,
            MERCHANT,
            address(usdc),
            terms.amount,
            address(collector)
        );
        vm.expectEmit(address(collector));
        emit CapSettlements.SettledWithAllowance(
            terms.referenceHash, capHashOf(cap), cap.subscriptionHash, terms.amount, OPERATOR
        );
        settleUnder(cap, signCap(cap), terms);

        assertRecorded(terms);
        assertMoved(terms.amount);
        assertSpent(cap, terms.amount);
    }

    function test_addsUpSpentAmounts_upToTheCap() public {
        SpendingCap memory cap = validCap();
        bytes memory signature = signCap(cap);
        // Eight times 12.5 of 100.
        for (uint256 n = 0; n < 8; n++) {
            settleUnder(cap, signature, nthTerms(n));
        }
        assertSpent(cap, cap.cap);
        assertMoved(cap.cap);

        SettlementTerms memory terms = nthTerms(8);
        terms.amount = 1;
        expectCapExceeded(1, 0);
        settleUnder(cap, signature, terms);
        assertMoved(cap.cap);
    }

    function test_countsTwoCapsSeparately_whenOnlyTheirNoncesDiffer() public {
        SpendingCap memory first = validCap();
        SpendingCap memory second = validCap();
        second.nonce = keccak256("another nonce");
        settleUnder(first, signCap(first), nthTerms(1));
        assertSpent(first, 12_500_000);
        assertSpent(second, 0);
        settleUnder(second, signCap(second), nthTerms(2));
        assertSpent(second, 12_500_000);
    }

    function test_settles_whenTheBlockIsAtTheCapsTimeLimit() public {
        SpendingCap memory cap = validCap();
        cap.validUntil = NOW;
        settleUnder(cap, signCap(cap), validTerms());
        assertMoved(12_500_000);
    }

    function test_settles_whenTheCapIsTheLargest() public {
        SpendingCap memory cap = validCap();
        cap.cap = type(uint256).max;
        settleUnder(cap, signCap(cap), validTerms());
        assertSpent(cap, 12_500_000);
    }

    function test_settles_whenTheAmountIsZero() public {
        SpendingCap memory cap = validCap();
        SettlementTerms memory terms = validTerms();
        terms.amount = 0;
        settleUnder(cap, signCap(cap), terms);
        assertRecorded(terms);
        assertMoved(0);
    }

    function test_settles_whenThePayerIsASmartAccount_untilItWithdrawsItsSignature() public {
        SmartWallet account = new SmartWallet(payer, address(0), "");
        vm.prank(payer);
        account.execute(address(usdc), abi.encodeCall(usdc.approve, (address(collector), FUNDS)));
        usdc.mint(address(account), FUNDS);
        SpendingCap memory cap = validCap();
        cap.payer = address(account);
        bytes memory signature = signCap(cap);
        settleUnder(cap, signature, nthTerms(1));
        vm.assertEq(usdc.balanceOf(address(account)), FUNDS - 12_500_000);

        vm.prank(payer);
        account.setOwner(STRANGER);
        expectInvalidSignature();
        settleUnder(cap, signature, nthTerms(2));
    }

    function test_settles_whenTheTokenReturnsNothing() public {
        SilentToken token = new SilentToken();
        token.mint(payer, 12_500_000);
        allow(address(token));
        SpendingCap memory cap = validCap();
        cap.token = address(token);
        settleUnder(cap, signCap(cap), validTerms());
        vm.assertEq(token.balanceOf(MERCHANT), 12_500_000);
    }

    function test_reverts_whenTheCallerIsNotAnOperator() public {
        SpendingCap memory cap = validCap();
        bytes memory signature = signCap(cap);
        bytes32 role = collector.OPERATOR_ROLE();
        address[5] memory others = [STRANGER, ADMIN, PAUSER, MERCHANT, payer];
        for (uint256 i = 0; i < others.length; i++) {
            expectMissingRole(others[i], role);
            vm.prank(others[i]);
            collector.settleWithAllowance(
                keccak256("reference"), keccak256("invoice"), 1, NOW, cap, signature
            );
        }
        assertUntouched(validTerms());
    }

    function test_reverts_whenPaused() public {
        bytes memory signature = signCap(validCap());
        pause();
        vm.expectRevert(abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        settleUnder(validCap(), signature, validTerms());
        assertUntouched(validTerms());
    }

    function test_reverts_whenTheTermsHaveExpired() public {
        SettlementTerms memory terms = validTerms();
        bytes memory signature = signCap(validCap());
        vm.warp(terms.validUntil + 1);
        vm.expectRevert(
            abi.encodeWithSelector(SettlementRegistry.SettlementExpired.selector, terms.validUntil)
        );
        settleUnder(validCap(), signature, terms);
        assertUntouched(terms);
    }

    function test_revertsWithAlreadySettled_whenTheFirstSettlementUsedTheWholeCap() public {
        SpendingCap memory cap = validCap();
        cap.cap = 12_500_000;
        bytes memory signature = signCap(cap);
        settleUnder(cap, signature, validTerms());
        expectInvoiceAlreadySettled(validTerms());
        settleUnder(cap, signature, validTerms());
        assertMoved(12_500_000);
        assertSpent(cap, 12_500_000);
    }

    function test_reverts_whenTheTokenIsNotAllowed() public {
        vm.prank(ADMIN);
        collector.setTokenAllowed(address(usdc), false);
        bytes memory signature = signCap(validCap());
        vm.expectRevert(abi.encodeWithSelector(SettlementBase.TokenNotAllowed.selector, address(usdc)));
        settleUnder(validCap(), signature, validTerms());
        assertUntouched(validTerms());
    }

    function test_reverts_whenTheMerchantIsTheCollector() public {
        SpendingCap memory cap = validCap();
        cap.merchant = address(collector);
        bytes memory signature = signCap(cap);
        vm.expectRevert(abi.encodeWithSelector(SettlementBase.InvalidAddress.selector));
        settleUnder(cap, signature, validTerms());
        assertUntouched(validTerms());
    }

    function test_reverts_whenThePayerIsTheMerchant() public {
        SpendingCap memory cap = validCap();
        cap.merchant = payer;
        bytes memory signature = signCap(cap);
        vm.expectRevert(abi.encodeWithSelector(SettlementBase.InvalidAddress.selector));
        settleUnder(cap, signature, validTerms());
        assertUntouched(validTerms());
    }

    function test_reverts_whenTheCapIsRevoked() public {
        SpendingCap memory cap = validCap();
        bytes memory signature = signCap(cap);
        settleUnder(cap, signature, nthTerms(1));
        vm.prank(payer);
        collector.revokeCap(cap);
        vm.expectRevert(abi.encodeWithSelector(CapSettlements.CapAlreadyRevoked.selector, capHashOf(cap)));
        settleUnder(cap, signature, nthTerms(2));
        assertMoved(12_500_000);
    }

    function test_reverts_whenTheCapHasExpired() public {
        SpendingCap memory cap = validCap();
        cap.validUntil = NOW - 1;
        bytes memory signature = signCap(cap);
        vm.expectRevert(abi.encodeWithSelector(CapSettlements.CapExpired.selector, cap.validUntil));
        settleUnder(cap, signature, validTerms());
        assertUntouched(validTerms());
    }

    function test_reverts_whenSomebodyElseSigned() public {
        SpendingCap memory cap = validCap();
        bytes memory signature = sign(OTHER_KEY, capHashOf(cap));
        expectInvalidSignature();
        settleUnder(cap, signature, validTerms());
        assertUntouched(validTerms());
    }

    function test_reverts_whenAnyFieldOfTheCapIsNotAsSigned() public {
        bytes memory signature = signCap(validCap());
        usdc.mint(vm.addr(OTHER_KEY), FUNDS);
        vm.prank(vm.addr(OTHER_KEY));
        usdc.approve(address(collector), FUNDS);
        for (uint256 field = 0; field < 6; field++) {
            SpendingCap memory cap = validCap();
            if (field == 0) cap.payer = vm.addr(OTHER_KEY);
            if (field == 1) cap.merchant = STRANGER;
            if (field == 2) cap.subscriptionHash = keccak256("another subscription");
            if (field == 3) cap.cap += 1;
            if (field == 4) cap.validUntil += 1;
            if (field == 5) cap.nonce = keccak256("another nonce");
            expectInvalidSignature();
            settleUnder(cap, signature, validTerms());
        }
        SpendingCap memory inAnotherToken = validCap();
        inAnotherToken.token = termsIn(new StillToken()).token;
        expectInvalidSignature();
        settleUnder(inAnotherToken, signature, validTerms());
        assertUntouched(validTerms());
    }

    function test_reverts_whenSignedForAnotherChain() public {
        bytes memory signature = signCap(validCap());
        vm.chainId(block.chainid + 1);
        expectInvalidSignature();
        settleUnder(validCap(), signature, validTerms());
        assertUntouched(validTerms());
    }

    function test_reverts_whenSignedForAnotherCollector() public {
        bytes memory signature = signCap(validCap());
        SpendingCap memory cap = validCap();
        collector = newCollector();
        vm.prank(payer);
        usdc.approve(address(collector), type(uint256).max);
        expectInvalidSignature();
        settleUnder(cap, signature, validTerms());
        assertUntouched(validTerms());
    }

    function test_reverts_whenTheAmountExceedsTheCap() public {
        SpendingCap memory cap = validCap();
        bytes memory signature = signCap(cap);
        SettlementTerms memory terms = validTerms();
        terms.amount = cap.cap + 1;
        expectCapExceeded(cap.cap + 1, cap.cap);
        settleUnder(cap, signature, terms);
        assertUntouched(terms);
        assertSpent(cap, 0);
    }

    function test_reverts_whenTheAllowanceIsTooSmall() public {
        bytes memory signature = signCap(validCap());
        vm.prank(payer);
        usdc.approve(address(collector), 12_499_999);
        vm.expectRevert(
            abi.encodeWithSelector(CapSettlements.AllowanceTooLow.selector, 12_499_999, 12_500_000)
        );
        settleUnder(validCap(), signature, validTerms());
        assertUntouched(validTerms());
        assertSpent(validCap(), 0);
    }

    function test_reverts_whenTheBalanceOfThePayerIsTooSmall() public {
        SpendingCap memory cap = validCap();
        cap.cap = FUNDS + 1;
        bytes memory signature = signCap(cap);
        SettlementTerms memory terms = validTerms();
        terms.amount = FUNDS + 1;
        expectBalanceTooLow(FUNDS, FUNDS + 1);
        settleUnder(cap, signature, terms);
        assertUntouched(terms);
    }

    function test_reverts_whenTheTokenChargesAFee() public {
        FeeToken token = new FeeToken();
        token.charge(MERCHANT);
        SettlementTerms memory terms = termsIn(token);
        SpendingCap memory cap = capIn(address(token));
        bytes memory signature = signCap(cap);
        expectUnexpectedBalance(MERCHANT, terms.amount - 1, terms.amount);
        settleUnder(cap, signature, terms);
        assertUntouchedIn(token, terms);
        assertSpent(cap, 0);
    }

    function test_reverts_whenTheTokenReturnsFalse() public {
        FalseToken token = new FalseToken();
        SettlementTerms memory terms = termsIn(token);
        bytes memory signature = signCap(capIn(address(token)));
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(token)));
        settleUnder(capIn(address(token)), signature, terms);
        assertUntouchedIn(token, terms);
    }

    function test_reverts_whenTheTokenReturnsTrue_butMovesNothing() public {
        StillToken token = new StillToken();
        SettlementTerms memory terms = termsIn(token);
        bytes memory signature = signCap(capIn(address(token)));
        expectUnexpectedBalance(MERCHANT, 0, terms.amount);
        settleUnder(capIn(address(token)), signature, terms);
        assertUntouchedIn(token, terms);
    }

    function test_reverts_whenATokenThatIsAnOperatorCallsBack() public {
        ReentrantToken token = new ReentrantToken();
        SettlementTerms memory terms = termsIn(token);
        SpendingCap memory cap = capIn(address(token));
        bytes memory signature = signCap(cap);
        token.callDuringTransfer(
            address(collector),
            abi.encodeCall(
                collector.settleWithAllowance,
                (keccak256("reference 2"), keccak256("invoice 2"), 1, NOW, cap, signature)
            )
        );
        bytes32 role = collector.OPERATOR_ROLE();
        vm.prank(ADMIN);
        collector.grantRole(role, address(token));
        vm.expectRevert(
            abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector)
        );
        settleUnder(cap, signature, terms);
        assertUntouchedIn(token, terms);
        assertSpent(cap, 0);
    }

    function testFuzz_takesAtMostTheCap(uint256 limit, uint256[8] memory amounts) public {
        SpendingCap memory cap = validCap();
        cap.cap = bound(limit, 0, FUNDS);
        bytes memory signature = signCap(cap);
        uint256 spent;
        for (uint256 n = 0; n < amounts.length; n++) {
            SettlementTerms memory terms = nthTerms(n);
            terms.amount = bound(amounts[n], 0, cap.cap / 2 + 1);
            if (terms.amount > cap.cap - spent) expectCapExceeded(terms.amount, cap.cap - spent);
            else spent += terms.amount;
            settleUnder(cap, signature, terms);
        }
        assertSpent(cap, spent);
        assertMoved(spent);
    }

    function testFuzz_reverts_whenThePayerDidNotSign(bytes memory signature) public {
        vm.assume(keccak256(signature) != keccak256(signCap(validCap())));
        expectInvalidSignature();
        settleUnder(validCap(), signature, validTerms());
        assertUntouched(validTerms());
    }

    function capIn(address token) private view returns (SpendingCap memory cap) {
        cap = validCap();
        cap.token = token;
    }

    function expectCapExceeded(uint256 amount, uint256 left) private {
        vm.expectRevert(abi.encodeWithSelector(CapSettlements.CapExceeded.selector, amount, left));
    }

    function assertSpent(SpendingCap memory cap, uint256 spent) private view {
        vm.assertEq(collector.spendingOf(capHashOf(cap)).spent, spent);
    }
}

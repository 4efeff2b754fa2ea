// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {CapSettlements, SpendingCap} from "../../src/collector/CapSettlements.sol";
import {SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {SettlementRegistry} from "../../src/SettlementRegistry.sol";
import {CollectorTest} from "./CollectorTest.sol";
import {SmartWallet} from "../wallets/SmartWallet.sol";
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

    function test_reverts_whenAnyFieldOfTheCapIsNotAsSigned() public {
        bytes memory signature = signCap(validCap());
        usdc.mint(vm.addr(OTHER_KEY), FUNDS);
        vm.prank(vm.addr(OTHER_KEY));
        usdc.approve(address(collector), FUNDS);
        for (uint256 field = 0; field < 7; field++) {
            SpendingCap memory cap = validCap();
            if (field == 0) cap.payer = vm.addr(OTHER_KEY);
            if (field == 1) cap.merchant = STRANGER;
            if (field == 2) cap.subscriptionHash = keccak256("another subscription");
            if (field == 3) cap.cap += 1;
            if (field == 4) cap.validUntil += 1;
            if (field == 5) cap.nonce = keccak256("another nonce");
            if (field == 6) cap.rateCards = keccak256(abi.encodePacked(keccak256("rate card")));
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

    function expectCapExceeded(uint256 amount, uint256 left) private {
        vm.expectRevert(abi.encodeWithSelector(CapSettlements.CapExceeded.selector, amount, left));
    }

    function assertSpent(SpendingCap memory cap, uint256 spent) private view {
        vm.assertEq(collector.spendingOf(capHashOf(cap)).spent, spent);
    }
}

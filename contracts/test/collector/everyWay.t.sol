// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SpendingCap} from "../../src/collector/CapSettlements.sol";
import {SettlementBase, SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {SettlementRegistry} from "../../src/SettlementRegistry.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts/utils/Pausable.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {CollectorTest} from "./CollectorTest.sol";
import {FalseToken} from "./tokens/FalseToken.sol";
import {FeeToken} from "./tokens/FeeToken.sol";
import {ReentrantToken} from "./tokens/ReentrantToken.sol";
import {SilentToken} from "./tokens/SilentToken.sol";
import {StillToken} from "./tokens/StillToken.sol";

/// What holds with an authorization, with a transfer and under a cap. Each test runs in every way.
abstract contract EveryWayTest is CollectorTest {
    /// The signature that lets the terms be settled, made with a key.
    function signBy(uint256 key, SettlementTerms memory terms) internal view virtual returns (bytes memory);

    /// The call that settles the terms.
    function callOf(SettlementTerms memory terms, bytes memory signature)
        internal
        view
        virtual
        returns (bytes memory);

    /// Expects the refusal of what somebody else signed.
    function expectNotSigned() internal virtual {
        expectInvalidSignature();
    }

    function test_settles_whenTheAmountIsZero() public {
        SettlementTerms memory terms = validTerms();
        terms.amount = 0;
        pay(terms, signBy(PAYER_KEY, terms));
        assertRecorded(terms);
        assertMoved(0);
    }

    function test_reverts_whenTheCallerIsNotAnOperator() public {
        SettlementTerms memory terms = validTerms();
        bytes memory signature = signBy(PAYER_KEY, terms);
        bytes32 role = collector.OPERATOR_ROLE();
        address[5] memory others = [STRANGER, ADMIN, PAUSER, MERCHANT, payer];
        for (uint256 i = 0; i < others.length; i++) {
            expectMissingRole(others[i], role);
            payAs(others[i], terms, signature);
        }
        assertUntouched(terms);
    }

    function test_reverts_whenTheCollectorOrTheRegistryIsPaused_untilBothAreUnpaused() public {
        SettlementTerms memory terms = validTerms();
        pause();
        vm.assertFalse(registry.paused());
        assertRefused(terms, abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        vm.prank(ADMIN);
        collector.unpause();
        vm.prank(PAUSER);
        registry.pause();
        assertRefused(terms, abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        vm.prank(ADMIN);
        registry.unpause();
        pay(terms, signBy(PAYER_KEY, terms));
        assertMoved(terms.amount);
    }

    function test_reverts_whenTheCollectorIsNotASettler() public {
        SettlementTerms memory terms = validTerms();
        bytes memory signature = signBy(PAYER_KEY, terms);
        bytes32 role = registry.SETTLER_ROLE();
        vm.prank(ADMIN);
        registry.revokeRole(role, address(collector));
        expectMissingRole(address(collector), role);
        pay(terms, signature);
        assertUntouched(terms);
    }

    function test_reverts_whenTheTermsHaveExpired() public {
        SettlementTerms memory terms = validTerms();
        vm.warp(terms.validUntil + 1);
        assertRefused(
            terms, abi.encodeWithSelector(SettlementRegistry.SettlementExpired.selector, terms.validUntil)
        );
    }

    function test_reverts_whenTheInvoiceIsSettled_underAnyReference() public {
        SettlementTerms memory terms = validTerms();
        bytes memory signature = signBy(PAYER_KEY, terms);
        pay(terms, signature);
        expectInvoiceAlreadySettled(terms);
        pay(terms, signature);

        SettlementTerms memory again = validTerms();
        again.referenceHash = keccak256("another reference");
        signature = signBy(PAYER_KEY, again);
        expectInvoiceAlreadySettled(terms);
        pay(again, signature);
        assertMoved(terms.amount);
    }

    function test_reverts_whenTheAmountExceedsTheRegistrysMaximum() public {
        SettlementTerms memory terms = validTerms();
        terms.amount = uint256(type(uint96).max) + 1;
        assertRefused(
            terms,
            abi.encodeWithSelector(SettlementRegistry.AmountTooLarge.selector, terms.amount, type(uint96).max)
        );
    }

    function test_reverts_whenTheTokenIsNotAllowed() public {
        vm.prank(ADMIN);
        collector.setTokenAllowed(address(usdc), false);
        assertRefused(
            validTerms(), abi.encodeWithSelector(SettlementBase.TokenNotAllowed.selector, address(usdc))
        );
    }

    function test_reverts_whenTheMerchantIsTheCollectorOrThePayer() public {
        SettlementTerms memory terms = validTerms();
        terms.merchant = address(collector);
        assertRefused(terms, abi.encodeWithSelector(SettlementBase.InvalidAddress.selector));
        terms.merchant = payer;
        assertRefused(terms, abi.encodeWithSelector(SettlementBase.InvalidAddress.selector));
    }

    function test_reverts_whenSomebodyElseSigned() public {
        SettlementTerms memory terms = validTerms();
        bytes memory signature = signBy(OTHER_KEY, terms);
        expectNotSigned();
        pay(terms, signature);
        assertUntouched(terms);
    }

    function test_reverts_whenATokenCallsBack_evenAsAnOperator() public {
        ReentrantToken token = new ReentrantToken();
        SettlementTerms memory terms = termsIn(token);
        bytes memory signature = signBy(PAYER_KEY, terms);
        SettlementTerms memory inner = nthTerms(1);
        token.callDuringTransfer(address(collector), callOf(inner, signBy(PAYER_KEY, inner)));
        bytes32 role = collector.OPERATOR_ROLE();
        expectMissingRole(address(token), role);
        pay(terms, signature);

        vm.prank(ADMIN);
        collector.grantRole(role, address(token));
        vm.expectRevert(
            abi.encodeWithSelector(ReentrancyGuardTransient.ReentrancyGuardReentrantCall.selector)
        );
        pay(terms, signature);
        assertUntouchedIn(token, terms);
    }

    function testFuzz_reverts_whenThePayerDidNotSign(bytes memory signature) public {
        SettlementTerms memory terms = validTerms();
        vm.assume(keccak256(signature) != keccak256(signBy(PAYER_KEY, terms)));
        expectNotSigned();
        pay(terms, signature);
        assertUntouched(terms);
    }

    function testFuzz_movesAndRecordsExactlyTheSignedTerms(SettlementTerms memory terms, uint256 keySeed)
        public
    {
        uint256 key = bound(keySeed, 1, type(uint128).max);
        terms.payer = vm.addr(key);
        terms.token = address(usdc);
        terms.amount = bound(terms.amount, 0, usdc.MAX_MINT());
        terms.validUntil = uint64(bound(terms.validUntil, NOW, type(uint64).max));
        vm.assume(terms.referenceHash != 0 && terms.invoiceHash != 0);
        vm.assume(terms.merchant != address(0) && terms.merchant != address(collector));
        vm.assume(terms.merchant != terms.payer && terms.payer != payer && terms.merchant != payer);
        usdc.mint(terms.payer, terms.amount);
        vm.prank(terms.payer);
        usdc.approve(address(collector), terms.amount);

        pay(terms, signBy(key, terms));
        assertRecorded(terms);
        vm.assertEq(usdc.balanceOf(terms.payer), 0);
        vm.assertEq(usdc.balanceOf(terms.merchant), terms.amount);
        vm.assertEq(usdc.balanceOf(address(collector)), 0);
    }

    function assertRefused(SettlementTerms memory terms, bytes memory reason) internal {
        bytes memory signature = signBy(PAYER_KEY, terms);
        vm.expectRevert(reason);
        pay(terms, signature);
        assertUntouched(terms);
    }

    /// An expectation set just before applies to it.
    function pay(SettlementTerms memory terms, bytes memory signature) internal {
        payAs(OPERATOR, terms, signature);
    }

    function payAs(address caller, SettlementTerms memory terms, bytes memory signature) private {
        bytes memory call = callOf(terms, signature);
        vm.prank(caller);
        (bool asExpected,) = address(collector).call(call);
        vm.assertTrue(asExpected);
    }
}

/// What holds where the collector itself checks the payer's balance before and the merchant's after.
abstract contract CheckedWaysTest is EveryWayTest {
    /// The payer's signature for a token without authorizations.
    function signForSilent(SettlementTerms memory terms) internal view virtual returns (bytes memory);

    function test_settles_whenTheTokenReturnsNothing() public {
        SilentToken token = new SilentToken();
        token.mint(payer, 12_500_000);
        allow(address(token));
        SettlementTerms memory terms = validTerms();
        terms.token = address(token);
        pay(terms, signForSilent(terms));
        assertRecorded(terms);
        vm.assertEq(token.balanceOf(MERCHANT), terms.amount);
        vm.assertEq(token.balanceOf(address(collector)), 0);
    }

    function test_reverts_whenTheBalanceOfThePayerIsTooSmall() public {
        SettlementTerms memory terms = validTerms();
        terms.amount = FUNDS + 1;
        assertRefused(terms, abi.encodeWithSelector(SettlementBase.BalanceTooLow.selector, FUNDS, FUNDS + 1));
    }

    function test_reverts_whenTheTokenChargesTheMerchantAFee() public {
        FeeToken token = new FeeToken();
        token.charge(MERCHANT);
        SettlementTerms memory terms = termsIn(token);
        bytes memory signature = signBy(PAYER_KEY, terms);
        expectUnexpectedBalance(MERCHANT, terms.amount - 1, terms.amount);
        pay(terms, signature);
        assertUntouchedIn(token, terms);
    }

    function test_reverts_whenTheTokenReturnsFalse() public {
        FalseToken token = new FalseToken();
        SettlementTerms memory terms = termsIn(token);
        bytes memory signature = signBy(PAYER_KEY, terms);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(token)));
        pay(terms, signature);
        assertUntouchedIn(token, terms);
    }

    function test_reverts_whenTheTokenReturnsTrue_butMovesNothing() public {
        StillToken token = new StillToken();
        SettlementTerms memory terms = termsIn(token);
        bytes memory signature = signBy(PAYER_KEY, terms);
        expectUnexpectedBalance(MERCHANT, 0, terms.amount);
        pay(terms, signature);
        assertUntouchedIn(token, terms);
    }
}

contract WithAuthorizationTest is CheckedWaysTest {
    function signForSilent(SettlementTerms memory) internal pure override returns (bytes memory) {
        return "";
    }

    function signBy(uint256 key, SettlementTerms memory terms) internal view override returns (bytes memory) {
        return authorizeBy(key, terms);
    }

    function callOf(SettlementTerms memory terms, bytes memory signature)
        internal
        view
        override
        returns (bytes memory)
    {
        return abi.encodeCall(
            collector.settleWithAuthorization, (terms, VALID_AFTER, VALID_BEFORE, signature)
        );
    }
}

contract UnderACapTest is CheckedWaysTest {
    function signForSilent(SettlementTerms memory terms) internal view override returns (bytes memory) {
        return signBy(PAYER_KEY, terms);
    }

    function signBy(uint256 key, SettlementTerms memory terms) internal view override returns (bytes memory) {
        return sign(key, capHashOf(capFor(terms)));
    }

    function callOf(SettlementTerms memory terms, bytes memory signature)
        internal
        view
        override
        returns (bytes memory)
    {
        return abi.encodeCall(
            collector.settleWithAllowance,
            (
                terms.referenceHash,
                terms.invoiceHash,
                terms.amount,
                terms.validUntil,
                capFor(terms),
                signature,
                noPermit()
            )
        );
    }

    /// A cap that allows the terms, and any amount.
    function capFor(SettlementTerms memory terms) private view returns (SpendingCap memory cap) {
        cap = validCap();
        cap.payer = terms.payer;
        cap.merchant = terms.merchant;
        cap.token = terms.token;
        cap.perCharge = type(uint256).max;
        cap.perPeriod = type(uint256).max;
        cap.total = type(uint256).max;
    }
}

contract WithTransferTest is EveryWayTest {
    function expectNotSigned() internal override {
        expectRevertWith("FiatTokenV2: invalid signature");
    }

    function signBy(uint256 key, SettlementTerms memory terms) internal view override returns (bytes memory) {
        return signTransferOf(key, terms);
    }

    function callOf(SettlementTerms memory terms, bytes memory signature)
        internal
        view
        override
        returns (bytes memory)
    {
        return transferCall(terms, signature);
    }
}

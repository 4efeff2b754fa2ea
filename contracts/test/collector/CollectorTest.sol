// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {DevUSDC} from "../../src/DevUSDC.sol";
import {SettlementCollector} from "../../src/SettlementCollector.sol";
import {Permit, SpendingCap} from "../../src/collector/CapSettlements.sol";
import {SettlementBase, SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {SettlementRegistry} from "../../src/SettlementRegistry.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {Signing} from "./Signing.sol";

/// A registry, a token, a collector with the role SETTLER, and a payer with money and its signatures.
abstract contract CollectorTest is Signing {
    address internal constant ADMIN = address(0xAD);
    address internal constant OPERATOR = address(0x09);
    address internal constant PAUSER = address(0xBA);
    address internal constant STRANGER = address(0xBAD);
    address internal constant MERCHANT = address(0xB0B);
    uint256 internal constant PAYER_KEY = 0xA11CE;
    uint256 internal constant OTHER_KEY = 0xE7E;
    uint48 internal constant ADMIN_DELAY = 2 days;
    uint64 internal constant NOW = 1_800_000_000;
    uint256 internal constant VALID_AFTER = NOW - 1;
    uint256 internal constant VALID_BEFORE = NOW + 1 hours;
    uint256 internal constant FUNDS = 1_000_000_000;

    /// Ends signatures of payers without code yet (ERC-6492).
    bytes32 internal constant SUFFIX = 0x6492649264926492649264926492649264926492649264926492649264926492;

    address internal payer;
    DevUSDC internal usdc;
    SettlementRegistry internal registry;
    SettlementCollector internal collector;

    function setUp() public virtual {
        vm.warp(NOW);
        payer = vm.addr(PAYER_KEY);
        usdc = new DevUSDC();
        // The first settler is not used here, and the registry refuses the zero address.
        registry = new SettlementRegistry(ADMIN_DELAY, ADMIN, ADMIN, PAUSER);
        collector = newCollector();
        usdc.mint(payer, FUNDS);
        vm.prank(payer);
        usdc.approve(address(collector), type(uint256).max);
    }

    /// Another collector with the same roles.
    function newCollector() internal returns (SettlementCollector another) {
        another = new SettlementCollector(ADMIN_DELAY, ADMIN, OPERATOR, PAUSER, registry, address(usdc));
        bytes32 role = registry.SETTLER_ROLE();
        vm.prank(ADMIN);
        registry.grantRole(role, address(another));
    }

    function validTerms() internal view returns (SettlementTerms memory) {
        return SettlementTerms({
            referenceHash: keccak256("reference"),
            invoiceHash: keccak256("invoice"),
            payer: payer,
            merchant: MERCHANT,
            token: address(usdc),
            amount: 12_500_000,
            validUntil: NOW + 10 minutes
        });
    }

    function validCap() internal view returns (SpendingCap memory) {
        return SpendingCap({
            payer: payer,
            merchant: MERCHANT,
            subscriptionHash: keccak256("subscription"),
            token: address(usdc),
            perCharge: 60_000_000,
            perPeriod: 80_000_000,
            total: 100_000_000,
            periodSeconds: 7 days,
            start: NOW,
            validUntil: NOW + 30 days,
            rateCards: keccak256(abi.encodePacked(keccak256("rate card"), keccak256("announced rate card")))
        });
    }

    /// The payer's signature of these terms, with the usual times.
    function authorize(SettlementTerms memory terms) internal view returns (bytes memory) {
        return authorizeBy(PAYER_KEY, terms);
    }

    /// A signature of a payer without code yet, as in ERC-6492.
    function wrap(address factory, bytes memory data, bytes memory signature)
        internal
        pure
        returns (bytes memory)
    {
        return bytes.concat(abi.encode(factory, data, signature), SUFFIX);
    }

    function authorizeBy(uint256 key, SettlementTerms memory terms) internal view returns (bytes memory) {
        bytes32 nonce = termsHash(block.chainid, address(collector), address(registry), terms);
        return signReceive(key, terms.token, authorizationOf(terms, address(collector), nonce));
    }

    /// The signature of a transfer to the merchant, as programs sign it that do not know the collector: with any nonce.
    function signTransferOf(uint256 key, SettlementTerms memory terms) internal view returns (bytes memory) {
        return signTransfer(key, terms.token, authorizationOf(terms, terms.merchant, transferNonce(terms)));
    }

    function authorizationOf(SettlementTerms memory terms, address to, bytes32 nonce)
        private
        pure
        returns (Authorization memory)
    {
        return Authorization({
            from: terms.payer,
            to: to,
            value: terms.amount,
            validAfter: VALID_AFTER,
            validBefore: VALID_BEFORE,
            nonce: nonce
        });
    }

    function transferNonce(SettlementTerms memory terms) internal pure returns (bytes32) {
        return keccak256(abi.encode("transfer", terms.invoiceHash));
    }

    /// The calldata of `settleTransfer`.
    function transferCall(SettlementTerms memory terms, bytes memory signature)
        internal
        view
        returns (bytes memory)
    {
        return abi.encodeCall(
            collector.settleTransfer, (terms, VALID_AFTER, VALID_BEFORE, transferNonce(terms), signature)
        );
    }

    function signCap(SpendingCap memory cap) internal view returns (bytes memory) {
        return sign(PAYER_KEY, capHashOf(cap));
    }

    function capHashOf(SpendingCap memory cap) internal view returns (bytes32) {
        return capHash(block.chainid, address(collector), cap);
    }

    /// Calls it as OPERATOR. An expectation set just before applies to it.
    function settle(SettlementTerms memory terms, bytes memory signature) internal {
        vm.prank(OPERATOR);
        collector.settleWithAuthorization(terms, VALID_AFTER, VALID_BEFORE, signature);
    }

    /// Settles the terms' reference, invoice, amount and time limit under the cap, as OPERATOR.
    function settleUnder(SpendingCap memory cap, bytes memory signature, SettlementTerms memory terms)
        internal
    {
        settleUnder(cap, signature, terms, noPermit());
    }

    function settleUnder(
        SpendingCap memory cap,
        bytes memory signature,
        SettlementTerms memory terms,
        Permit memory permit
    ) internal {
        vm.prank(OPERATOR);
        collector.settleWithAllowance(
            terms.referenceHash, terms.invoiceHash, terms.amount, terms.validUntil, cap, signature, permit
        );
    }

    function noPermit() internal pure returns (Permit memory) {
        return Permit({value: 0, deadline: 0, signature: ""});
    }

    /// The permit of an account with a key, for the collector.
    function permitOf(uint256 key, address token, uint256 value) internal view returns (Permit memory) {
        bytes memory signature = signPermit(key, token, vm.addr(key), address(collector), value, VALID_BEFORE);
        return Permit({value: value, deadline: VALID_BEFORE, signature: signature});
    }

    /// The valid terms for the nth invoice.
    function nthTerms(uint256 n) internal view returns (SettlementTerms memory terms) {
        terms = validTerms();
        terms.referenceHash = keccak256(abi.encode("reference", n));
        terms.invoiceHash = keccak256(abi.encode("invoice", n));
    }

    /// Allows the token, gives the payer some, has it approve the collector, and returns valid terms in that token.
    function termsIn(DevUSDC token) internal returns (SettlementTerms memory terms) {
        allow(address(token));
        token.mint(payer, FUNDS);
        vm.prank(payer);
        token.approve(address(collector), type(uint256).max);
        terms = validTerms();
        terms.token = address(token);
    }

    function pause() internal {
        vm.prank(PAUSER);
        collector.pause();
    }

    function allow(address token) internal {
        vm.prank(ADMIN);
        collector.setTokenAllowed(token, true);
    }

    function expectMissingRole(address account, bytes32 role) internal {
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, account, role)
        );
    }

    function expectUnexpectedBalance(address account, uint256 balance, uint256 expected) internal {
        vm.expectRevert(
            abi.encodeWithSelector(SettlementBase.UnexpectedBalance.selector, account, balance, expected)
        );
    }

    function expectRevertWith(string memory reason) internal {
        vm.expectRevert(abi.encodeWithSignature("Error(string)", reason));
    }

    function expectInvalidSignature() internal {
        vm.expectRevert(abi.encodeWithSelector(SettlementBase.InvalidSignature.selector));
    }

    function expectInvoiceAlreadySettled(SettlementTerms memory terms) internal {
        vm.expectRevert(
            abi.encodeWithSelector(
                SettlementRegistry.InvoiceAlreadySettled.selector, terms.invoiceHash, recordHash(terms)
            )
        );
    }

    function expectBalanceTooLow(uint256 balance, uint256 amount) internal {
        vm.expectRevert(abi.encodeWithSelector(SettlementBase.BalanceTooLow.selector, balance, amount));
    }

    function recordHash(SettlementTerms memory terms) internal view returns (bytes32) {
        return registry.recordHashOf(
            terms.referenceHash,
            terms.invoiceHash,
            terms.payer,
            terms.merchant,
            terms.token,
            terms.amount,
            address(collector)
        );
    }

    function assertRecorded(SettlementTerms memory terms) internal view {
        vm.assertEq(registry.recordOf(terms.invoiceHash), recordHash(terms));
    }

    /// Asserts that nothing was recorded and nothing moved, as after every refusal.
    function assertUntouched(SettlementTerms memory terms) internal view {
        assertUntouchedIn(usdc, terms);
    }

    function assertUntouchedIn(DevUSDC token, SettlementTerms memory terms) internal view {
        vm.assertEq(registry.recordOf(terms.invoiceHash), bytes32(0));
        vm.assertEq(token.balanceOf(payer), FUNDS);
        vm.assertEq(token.balanceOf(MERCHANT), 0);
        vm.assertEq(token.balanceOf(address(collector)), 0);
    }

    /// Asserts that the merchant has the amount, the payer has lost it, and the collector has nothing.
    function assertMoved(uint256 amount) internal view {
        vm.assertEq(usdc.balanceOf(payer), FUNDS - amount);
        vm.assertEq(usdc.balanceOf(MERCHANT), amount);
        vm.assertEq(usdc.balanceOf(address(collector)), 0);
    }
}

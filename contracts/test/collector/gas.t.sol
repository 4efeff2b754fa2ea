// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AuthorizationSettlements} from "../../src/collector/AuthorizationSettlements.sol";
import {SettlementCollector} from "../../src/SettlementCollector.sol";
import {CapSettlements, Permit, SpendingCap} from "../../src/collector/CapSettlements.sol";
import {SettlementBase, SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {SettlementRegistry} from "../../src/SettlementRegistry.sol";
import {ProxyWalletFactory} from "../wallets/ProxyWalletFactory.sol";
import {WalletFactory} from "../wallets/WalletFactory.sol";
import {UsdcCollectorTest} from "./UsdcCollectorTest.sol";

/// The gas that a caller pays, compared with snapshots/, with a token of USDC's gas costs. Isolated, each call is a
/// transaction, so the figures include its 21000 gas, its calldata and cold storage.
/// forge-config: default.isolate = true
contract CollectorGasTest is UsdcCollectorTest {
    /// The selector of `Error(string)`, with which USDC reverts.
    bytes4 private constant ERROR = 0x08c379a0;
    address private constant PAID = address(uint160(uint256(keccak256("merchant"))));

    /// The merchant has been paid before, as usual.
    function setUp() public override {
        super.setUp();
        mint(PAID, 1);
    }

    function test_settleWithAuthorization() public {
        SettlementTerms memory terms = fullTerms(1);
        settle(terms, authorize(terms));
        assertAtMost(175_000, "settleWithAuthorization");
    }

    function test_settleTransfer() public {
        SettlementTerms memory terms = fullTerms(1);
        bytes memory call = transferCall(terms, signTransferOf(PAYER_KEY, terms));
        vm.prank(OPERATOR);
        (bool success,) = address(collector).call(call);
        vm.assertTrue(success);
        assertAtMost(150_000, "settleTransfer");
    }

    function test_settleBatch_ofTransfers() public {
        assertBatchOfTransfers(10, 90_000, "settleBatch of 10 transfers");
        assertBatchOfTransfers(50, 85_000, "settleBatch of 50 transfers");
    }

    /// Each has another payer.
    function assertBatchOfTransfers(uint256 count, uint256 limitEach, string memory name) private {
        bytes[] memory calls = new bytes[](count);
        for (uint256 i = 0; i < count; i++) {
            SettlementTerms memory terms = fullTerms(1_000 * count + i);
            terms.payer = vm.addr(1_000 * count + i);
            mint(terms.payer, FUNDS);
            calls[i] = transferCall(terms, signTransferOf(1_000 * count + i, terms));
        }
        uint256 before = like.balanceOf(PAID);
        vm.prank(OPERATOR);
        collector.settleBatch(calls, 200_000);
        assertAtMost(count * limitEach, name);
        vm.assertEq(like.balanceOf(PAID), before + count * 12_500_000);
    }

    /// Smart accounts that their first payment deploys.
    function test_settleWithAuthorization_deploysThePayer() public {
        ProxyWalletFactory proxies = new ProxyWalletFactory();
        WalletFactory whole = new WalletFactory();
        address proxy = proxies.addressOf(payer, "salt", address(0), "");
        address wallet = whole.addressOf(payer, "salt", address(0), "");
        bytes memory deployment = abi.encodeCall(proxies.deploy, (payer, "salt", address(0), ""));

        SettlementTerms memory terms = termsFrom(proxy, 1);
        settle(terms, wrap(address(proxies), deployment, authorize(terms)));
        // The default of SETTLEMENT_MAX_GAS.
        assertAtMost(500_000, "settleWithAuthorization, deploys the payer as a proxy");
        terms = termsFrom(proxy, 2);
        settle(terms, authorize(terms));
        snapshot("settleWithAuthorization, payer is a proxy");
        terms = termsFrom(wallet, 3);
        settle(terms, wrap(address(whole), deployment, authorize(terms)));
        snapshot("settleWithAuthorization, deploys the payer's whole code");
    }

    function test_settleWithAllowance() public {
        SpendingCap memory cap = fullCap();
        bytes memory signature = signCap(cap);
        settleUnder(cap, signature, fullTerms(1));
        snapshot("settleWithAllowance, first of a cap");
        settleUnder(cap, signature, fullTerms(2));
        snapshot("settleWithAllowance");
    }

    function test_settleWithAllowance_withAPermit() public {
        vm.prank(payer);
        like.approve(address(collector), 0);
        SpendingCap memory cap = fullCap();
        bytes memory signature = signCap(cap);
        Permit memory permit = permitOf(PAYER_KEY, address(like), cap.total);
        settleUnder(cap, signature, fullTerms(1), permit);
        snapshot("settleWithAllowance, first of a cap, with a permit");
    }

    /// Ten payers that have each paid under their caps before.
    function test_settleBatch() public {
        bytes[] memory calls = new bytes[](10);
        for (uint256 i = 0; i < calls.length; i++) {
            SpendingCap memory cap = fullCap();
            cap.payer = vm.addr(1_000 + i);
            mint(cap.payer, FUNDS);
            vm.prank(cap.payer);
            like.approve(address(collector), type(uint256).max);
            bytes memory signature = sign(1_000 + i, capHashOf(cap));
            settleUnder(cap, signature, fullTerms(100 + i));
            calls[i] = callOf(i, cap, signature);
        }
        vm.prank(OPERATOR);
        collector.settleBatch(calls, 300_000);
        assertAtMost(10 * 100_000, "settleBatch of 10");
        for (uint256 i = 0; i < calls.length; i++) {
            vm.assertTrue(registry.recordOf(nthTerms(i).invoiceHash) != 0);
        }
    }

    function test_settleWithAuthorization_refused() public {
        SettlementTerms memory terms = fullTerms(1);
        bytes memory signature = authorize(terms);
        bytes32 nonce = collector.nonceOf(terms);

        uint256 before = vm.snapshotState();
        settle(terms, signature);
        sendRefused(terms, signature, SettlementRegistry.InvoiceAlreadySettled.selector);
        assertAtMost(80_000, "settleWithAuthorization, invoice settled already");

        vm.revertToState(before);
        blacklist(payer);
        sendRefused(terms, signature, SettlementBase.AccountBlacklisted.selector);
        assertAtMost(80_000, "settleWithAuthorization, payer blacklisted");

        vm.revertToState(before);
        spendAll();
        sendRefused(terms, signature, SettlementBase.BalanceTooLow.selector);
        assertAtMost(80_000, "settleWithAuthorization, balance moved");

        vm.revertToState(before);
        like.cancelAuthorization(payer, nonce, signCancel(PAYER_KEY, address(like), payer, nonce));
        sendRefused(terms, signature, AuthorizationSettlements.AuthorizationAlreadyUsed.selector);
        assertAtMost(80_000, "settleWithAuthorization, authorization used or cancelled");

        vm.revertToState(before);
        vm.prank(ISSUER);
        like.pause();
        sendRefused(terms, signature, ERROR);
        assertAtMost(80_000, "settleWithAuthorization, token paused");

        vm.revertToState(before);
        blacklist(address(collector));
        sendRefused(terms, signature, ERROR);
        assertAtMost(80_000, "settleWithAuthorization, collector blacklisted");

        vm.revertToState(before);
        vm.warp(VALID_BEFORE);
        terms.validUntil = type(uint64).max;
        sendRefused(terms, authorize(terms), ERROR);
        assertAtMost(80_000, "settleWithAuthorization, authorization expired");

        vm.revertToState(before);
        sendRefused(terms, authorizeBy(OTHER_KEY, terms), SettlementBase.InvalidSignature.selector);
        assertAtMost(80_000, "settleWithAuthorization, somebody else signed");

        vm.revertToState(before);
        sendRefused(terms, "not a signature", SettlementBase.InvalidSignature.selector);
        assertAtMost(80_000, "settleWithAuthorization, malformed signature");
    }

    function test_settleTransfer_refused() public {
        SettlementTerms memory terms = fullTerms(1);
        bytes memory signature = signTransferOf(PAYER_KEY, terms);
        bytes32 nonce = transferNonce(terms);
        bytes memory call = transferCall(terms, signature);

        uint256 before = vm.snapshotState();
        like.transferWithAuthorization(payer, PAID, terms.amount, VALID_AFTER, VALID_BEFORE, nonce, signature);
        sendRefused(call, ERROR);
        assertAtMost(80_000, "settleTransfer, sent before");

        vm.revertToState(before);
        spendAll();
        sendRefused(call, ERROR);
        // The token finds out last.
        assertAtMost(100_000, "settleTransfer, balance moved");

        vm.revertToState(before);
        blacklist(payer);
        sendRefused(call, ERROR);
        assertAtMost(80_000, "settleTransfer, payer blacklisted");

        vm.revertToState(before);
        sendRefused(transferCall(terms, signTransferOf(OTHER_KEY, terms)), ERROR);
        assertAtMost(80_000, "settleTransfer, somebody else signed");
    }

    function test_settleWithAllowance_refused() public {
        SpendingCap memory cap = fullCap();
        bytes memory signature = signCap(cap);

        uint256 before = vm.snapshotState();
        settleUnder(cap, signature, fullTerms(1));
        sendRefused(cap, signature, SettlementRegistry.InvoiceAlreadySettled.selector);
        assertAtMost(80_000, "settleWithAllowance, invoice settled already");

        vm.revertToState(before);
        blacklist(payer);
        sendRefused(cap, signature, SettlementBase.AccountBlacklisted.selector);
        assertAtMost(80_000, "settleWithAllowance, payer blacklisted");

        vm.revertToState(before);
        spendAll();
        sendRefused(cap, signature, SettlementBase.BalanceTooLow.selector);
        assertAtMost(80_000, "settleWithAllowance, balance moved");

        vm.revertToState(before);
        vm.prank(payer);
        like.approve(address(collector), 1);
        sendRefused(cap, signature, CapSettlements.AllowanceTooLow.selector);
        assertAtMost(80_000, "settleWithAllowance, allowance too low");

        vm.revertToState(before);
        vm.warp(NOW + 1);
        vm.prank(payer);
        collector.replaceCap(laterCap(), "");
        sendRefused(cap, signature, CapSettlements.CapAlreadyReplaced.selector);
        assertAtMost(80_000, "settleWithAllowance, cap replaced");

        vm.revertToState(before);
        SettlementTerms memory terms = fullTerms(2);
        terms.amount = cap.perCharge;
        settleUnder(cap, signature, terms);
        terms = fullTerms(3);
        terms.amount = cap.perPeriod - cap.perCharge;
        settleUnder(cap, signature, terms);
        sendRefused(cap, signature, CapSettlements.CapExceeded.selector);
        assertAtMost(80_000, "settleWithAllowance, cap used up");

        vm.revertToState(before);
        sendRefused(cap, sign(OTHER_KEY, capHashOf(cap)), SettlementBase.InvalidSignature.selector);
        assertAtMost(80_000, "settleWithAllowance, somebody else signed");
    }

    /// A cap under which something was taken before.
    function test_replaceCap() public {
        settleUnder(fullCap(), signCap(fullCap()), fullTerms(1));
        vm.warp(NOW + 1);
        SpendingCap memory cap = laterCap();
        bytes memory signature = signCap(cap);

        uint256 before = vm.snapshotState();
        vm.prank(payer);
        collector.replaceCap(cap, "");
        snapshot("replaceCap");

        vm.revertToState(before);
        vm.prank(STRANGER);
        collector.replaceCap(cap, signature);
        snapshot("replaceCap, relayed");
    }

    function test_setTokenAllowed() public {
        allow(address(uint160(uint256(keccak256("token")))));
        snapshot("setTokenAllowed");
    }

    function test_pause() public {
        pause();
        snapshot("pause");
    }

    function test_unpause() public {
        pause();
        vm.prank(ADMIN);
        collector.unpause();
        snapshot("unpause");
    }

    /// 32 bytes that are all nonzero and a full address, as in a real settlement.
    function fullTerms(uint256 n) private view returns (SettlementTerms memory terms) {
        terms = likeTerms(n);
        terms.merchant = PAID;
    }

    /// With calendar months, as usual.
    function fullCap() private view returns (SpendingCap memory cap) {
        cap = likeCap();
        cap.merchant = PAID;
        cap.periodSeconds = 0;
    }

    function laterCap() private view returns (SpendingCap memory cap) {
        cap = fullCap();
        cap.start = NOW + 1;
    }

    /// The payer keeps some of its money, as usual.
    function termsFrom(address wallet, uint256 n) private returns (SettlementTerms memory terms) {
        terms = fullTerms(n);
        terms.payer = wallet;
        mint(wallet, FUNDS);
    }

    function spendAll() private {
        vm.prank(payer);
        vm.assertTrue(like.transfer(PAID, FUNDS));
    }

    function sendRefused(SettlementTerms memory terms, bytes memory signature, bytes4 expected) private {
        sendRefused(
            abi.encodeCall(collector.settleWithAuthorization, (terms, VALID_AFTER, VALID_BEFORE, signature)),
            expected
        );
    }

    function sendRefused(SpendingCap memory cap, bytes memory signature, bytes4 expected) private {
        sendRefused(callOf(1, cap, signature), expected);
    }

    /// Does not use `vm.expectRevert`, after which the gas is not the transaction's.
    function sendRefused(bytes memory data, bytes4 expected) private {
        vm.prank(OPERATOR);
        (bool success, bytes memory reason) = address(collector).call(data);
        vm.assertFalse(success);
        // forge-lint: disable-next-line(unsafe-typecast)
        vm.assertTrue(bytes4(reason) == expected);
    }

    function assertAtMost(uint256 limit, string memory name) private {
        vm.assertTrue(vm.snapshotGasLastCall("SettlementCollector", name) <= limit);
    }

    function snapshot(string memory name) private {
        vm.snapshotGasLastCall("SettlementCollector", name);
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementBase, SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {SettlementRegistry} from "../../src/SettlementRegistry.sol";
import {SmartWallet} from "../wallets/SmartWallet.sol";
import {WalletFactory} from "../wallets/WalletFactory.sol";
import {CollectorTest} from "./CollectorTest.sol";

/// Transfers that a payer signed for the merchant, without knowing the collector.
contract SettleTransferTest is CollectorTest {
    function test_paysTheMerchant_andRecordsTheSettlement() public {
        SettlementTerms memory terms = validTerms();
        bytes memory signature = signTransferOf(PAYER_KEY, terms);
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
        send(terms, signature);
        assertRecorded(terms);
        assertMoved(terms.amount);
        vm.assertTrue(usdc.authorizationState(payer, transferNonce(terms)));
    }

    function test_settles_whenThePayerIsASmartAccount() public {
        SettlementTerms memory terms = validTerms();
        terms.payer = address(new SmartWallet(payer, address(0), ""));
        usdc.mint(terms.payer, terms.amount);
        send(terms, signTransferOf(PAYER_KEY, terms));
        assertRecorded(terms);
        vm.assertEq(usdc.balanceOf(MERCHANT), terms.amount);
    }

    function test_deploysThePayer_andSettles() public {
        WalletFactory factory = new WalletFactory();
        SettlementTerms memory terms = validTerms();
        terms.payer = factory.addressOf(payer, "salt", address(0), "");
        usdc.mint(terms.payer, terms.amount);
        bytes memory deployment = abi.encodeCall(factory.deploy, (payer, "salt", address(0), ""));
        send(terms, wrap(address(factory), deployment, signTransferOf(PAYER_KEY, terms)));
        assertRecorded(terms);
        vm.assertTrue(terms.payer.code.length > 0);
    }

    /// The invoice and the reference are not in what the payer signs. Everything else is.
    function test_reverts_withOtherTermsThanSigned() public {
        bytes memory signature = signTransferOf(PAYER_KEY, validTerms());
        usdc.mint(vm.addr(OTHER_KEY), FUNDS);
        for (uint256 field = 0; field < 3; field++) {
            SettlementTerms memory terms = validTerms();
            if (field == 0) terms.payer = vm.addr(OTHER_KEY);
            if (field == 1) terms.merchant = STRANGER;
            if (field == 2) terms.amount += 1;
            expectRevertWith("FiatTokenV2: invalid signature");
            send(terms, signature);
            assertUntouched(terms);
        }
    }

    function test_reverts_whenTheSignatureIsForTheCollector() public {
        SettlementTerms memory terms = validTerms();
        bytes memory signature = authorize(terms);
        expectRevertWith("FiatTokenV2: invalid signature");
        send(terms, signature);
        assertUntouched(terms);
    }

    function test_reverts_whenASecondInvoiceUsesTheTransfer() public {
        SettlementTerms memory terms = validTerms();
        bytes memory signature = signTransferOf(PAYER_KEY, terms);
        bytes32 nonce = transferNonce(terms);
        send(terms, signature);
        terms.invoiceHash = keccak256("another invoice");
        expectRevertWith("FiatTokenV2: authorization is used or canceled");
        vm.prank(OPERATOR);
        collector.settleTransfer(terms, VALID_AFTER, VALID_BEFORE, nonce, signature);
        vm.assertEq(registry.recordOf(terms.invoiceHash), bytes32(0));
        assertMoved(terms.amount);
    }

    function test_reverts_whenSomebodyElseHasSentTheTransfer() public {
        SettlementTerms memory terms = validTerms();
        bytes memory signature = signTransferOf(PAYER_KEY, terms);
        bytes32 nonce = transferNonce(terms);
        vm.prank(STRANGER);
        usdc.transferWithAuthorization(
            payer, MERCHANT, terms.amount, VALID_AFTER, VALID_BEFORE, nonce, signature
        );
        expectRevertWith("FiatTokenV2: authorization is used or canceled");
        send(terms, signature);
        vm.assertEq(registry.recordOf(terms.invoiceHash), bytes32(0));
        assertMoved(terms.amount);
    }

    function test_reverts_whenTheBalanceOfThePayerIsTooSmall() public {
        SettlementTerms memory terms = validTerms();
        terms.amount = FUNDS + 1;
        bytes memory signature = signTransferOf(PAYER_KEY, terms);
        expectRevertWith("ERC20: transfer amount exceeds balance");
        send(terms, signature);
        assertUntouched(terms);
    }

    /// Its fallback function takes the call, and moves nothing.
    function test_reverts_whenTheTokenTakesNoSignatures() public {
        SettlementTerms memory terms = validTerms();
        terms.token = address(new TokenWithFallback());
        allow(terms.token);
        vm.expectRevert(abi.encodeWithSelector(SettlementBase.TokenNotAllowed.selector, terms.token));
        send(terms, new bytes(65));
    }

    function test_reverts_whenTheTimesHavePassedOrAreNotYet() public {
        SettlementTerms memory terms = validTerms();
        terms.validUntil = NOW + 1 days;
        bytes memory signature = signTransferOf(PAYER_KEY, terms);
        vm.warp(VALID_AFTER);
        expectRevertWith("FiatTokenV2: authorization is not yet valid");
        send(terms, signature);
        vm.warp(VALID_BEFORE);
        expectRevertWith("FiatTokenV2: authorization is expired");
        send(terms, signature);
        assertUntouched(terms);
    }

    function send(SettlementTerms memory terms, bytes memory signature) private {
        vm.prank(OPERATOR);
        collector.settleTransfer(terms, VALID_AFTER, VALID_BEFORE, transferNonce(terms), signature);
    }
}

/// Takes any call, as wrapped ether does.
contract TokenWithFallback {
    fallback() external {}
}

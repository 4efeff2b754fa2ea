// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AuthorizationSettlements} from "../../src/collector/AuthorizationSettlements.sol";
import {SettlementCollector} from "../../src/SettlementCollector.sol";
import {SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {SettlementRegistry} from "../../src/SettlementRegistry.sol";
import {CollectorTest} from "./CollectorTest.sol";
import {SmartWallet} from "../wallets/SmartWallet.sol";
import {FeeToken} from "./tokens/FeeToken.sol";

contract SettleWithAuthorizationTest is CollectorTest {
    function test_paysTheMerchant_recordsTheSettlement_andEmitsAnEvent() public {
        SettlementTerms memory terms = validTerms();
        bytes memory signature = authorize(terms);
        bytes32 nonce = collector.nonceOf(terms);
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
        emit AuthorizationSettlements.SettledWithAuthorization(terms.referenceHash, nonce, OPERATOR);
        settle(terms, signature);

        assertRecorded(terms);
        assertMoved(terms.amount);
        vm.assertTrue(usdc.authorizationState(payer, nonce));
    }

    function test_settles_whenThePayerIsASmartAccount() public {
        SmartWallet account = new SmartWallet(payer, address(0), "");
        SettlementTerms memory terms = validTerms();
        terms.payer = address(account);
        usdc.mint(address(account), terms.amount);
        settle(terms, authorize(terms));
        assertRecorded(terms);
        vm.assertEq(usdc.balanceOf(address(account)), 0);
        vm.assertEq(usdc.balanceOf(MERCHANT), terms.amount);
    }

    /// The token's domain has the chain's id, and the collector knows the one of the old chain.
    function test_settles_whenTheTokenHasChangedItsDomain() public {
        vm.chainId(block.chainid + 1);
        SettlementTerms memory terms = validTerms();
        settle(terms, authorize(terms));
        assertRecorded(terms);
    }

    function test_keepsTokensThatWereSentToTheCollectorByMistake() public {
        usdc.mint(address(collector), 5);
        SettlementTerms memory terms = validTerms();
        settle(terms, authorize(terms));
        vm.assertEq(usdc.balanceOf(MERCHANT), terms.amount);
        vm.assertEq(usdc.balanceOf(address(collector)), 5);
    }

    function test_reverts_whenTheAuthorizationHasExpired() public {
        SettlementTerms memory terms = validTerms();
        terms.validUntil = NOW + 1 days;
        bytes memory signature = authorize(terms);
        vm.warp(VALID_BEFORE);
        expectRevertWith("FiatTokenV2: authorization is expired");
        settle(terms, signature);
        assertUntouched(terms);
    }

    function test_reverts_whenTheAuthorizationIsNotYetValid() public {
        SettlementTerms memory terms = validTerms();
        bytes memory signature = authorize(terms);
        vm.warp(VALID_AFTER);
        expectRevertWith("FiatTokenV2: authorization is not yet valid");
        settle(terms, signature);
        assertUntouched(terms);
    }

    function test_reverts_whenTheTimesDifferFromTheSignedOnes() public {
        SettlementTerms memory terms = validTerms();
        bytes memory signature = authorize(terms);
        expectInvalidSignature();
        vm.prank(OPERATOR);
        collector.settleWithAuthorization(terms, VALID_AFTER, VALID_BEFORE + 1, signature);
        assertUntouched(terms);
    }

    function test_reverts_whenThePayerCancelled() public {
        SettlementTerms memory terms = validTerms();
        bytes memory signature = authorize(terms);
        bytes32 nonce = collector.nonceOf(terms);
        usdc.cancelAuthorization(payer, nonce, signCancel(PAYER_KEY, address(usdc), payer, nonce));
        vm.expectRevert(
            abi.encodeWithSelector(AuthorizationSettlements.AuthorizationAlreadyUsed.selector, nonce)
        );
        settle(terms, signature);
        assertUntouched(terms);
    }

    function test_reverts_whenTheSignatureIsEmpty() public {
        SettlementTerms memory terms = validTerms();
        expectInvalidSignature();
        settle(terms, "");
        assertUntouched(terms);
    }

    function test_revertsWithTheTokensError_whenThePayerIsASmartAccount_andSomebodyElseSigned() public {
        SettlementTerms memory terms = validTerms();
        terms.payer = address(new SmartWallet(payer, address(0), ""));
        usdc.mint(terms.payer, FUNDS);
        bytes memory signature = authorizeBy(OTHER_KEY, terms);
        expectRevertWith("FiatTokenV2: invalid signature");
        settle(terms, signature);
        assertUntouched(terms);
    }

    function test_reverts_whenReplayedOnAnotherChain() public {
        SettlementTerms memory terms = validTerms();
        bytes memory signature = authorize(terms);
        vm.chainId(block.chainid + 1);
        expectRevertWith("FiatTokenV2: invalid signature");
        settle(terms, signature);
        assertUntouched(terms);
    }

    function test_reverts_whenReplayedOnAnotherCollector() public {
        SettlementTerms memory terms = validTerms();
        bytes memory signature = authorize(terms);
        SettlementCollector another = newCollector();
        expectInvalidSignature();
        vm.prank(OPERATOR);
        another.settleWithAuthorization(terms, VALID_AFTER, VALID_BEFORE, signature);
        assertUntouched(terms);
    }

    /// The same collector's address with another registry is not possible, but the nonce would differ.
    function test_reverts_whenReplayedWithAnyOtherTerms() public {
        bytes memory signature = authorize(validTerms());
        usdc.mint(vm.addr(OTHER_KEY), FUNDS);
        for (uint256 field = 0; field < 6; field++) {
            SettlementTerms memory terms = withAnother(field);
            expectInvalidSignature();
            settle(terms, signature);
            assertUntouched(terms);
        }
    }

    function test_reverts_whenSentToTheTokenWithoutTheCollector() public {
        SettlementTerms memory terms = validTerms();
        bytes memory signature = authorize(terms);
        bytes32 nonce = collector.nonceOf(terms);
        expectRevertWith("FiatTokenV2: caller must be the payee");
        usdc.receiveWithAuthorization(
            payer, address(collector), terms.amount, VALID_AFTER, VALID_BEFORE, nonce, signature
        );
        expectRevertWith("FiatTokenV2: invalid signature");
        usdc.transferWithAuthorization(
            payer, address(collector), terms.amount, VALID_AFTER, VALID_BEFORE, nonce, signature
        );
        assertUntouched(terms);
    }

    function test_reverts_whenTheTokenChargesTheCollectorAFee() public {
        FeeToken token = new FeeToken();
        token.charge(address(collector));
        SettlementTerms memory terms = termsIn(token);
        bytes memory signature = authorize(terms);
        expectRevertWith("ERC20: transfer amount exceeds balance");
        settle(terms, signature);
        assertUntouchedIn(token, terms);
    }

    /// The collector's own balance pays no fee.
    function test_reverts_whenTheFeeWouldBePaidFromTheCollectorsBalance() public {
        FeeToken token = new FeeToken();
        token.mint(address(collector), 5);
        token.charge(address(collector));
        SettlementTerms memory terms = termsIn(token);
        bytes memory signature = authorize(terms);
        expectUnexpectedBalance(address(collector), 4, 5);
        settle(terms, signature);
    }

    /// The valid terms with one field changed. The token has its own tests.
    function withAnother(uint256 field) private view returns (SettlementTerms memory terms) {
        terms = validTerms();
        if (field == 0) terms.referenceHash = keccak256("another reference");
        if (field == 1) terms.invoiceHash = keccak256("another invoice");
        if (field == 2) terms.payer = vm.addr(OTHER_KEY);
        if (field == 3) terms.merchant = address(0xB0B2);
        if (field == 4) terms.amount += 1;
        if (field == 5) terms.validUntil += 1;
    }
}

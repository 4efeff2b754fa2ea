// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {SettlementTerms} from "../../src/collector/SettlementBase.sol";
import {SettlementRefunder} from "../../src/SettlementRefunder.sol";
import {UsdcCollectorTest} from "../collector/UsdcCollectorTest.sol";

/// A settlement that is recorded, and a merchant that lets the refunder take its tokens.
abstract contract RefunderTest is UsdcCollectorTest {
    SettlementRefunder internal refunder;

    function setUp() public virtual override {
        super.setUp();
        refunder = new SettlementRefunder();
        settleIn(address(like), 1);
        vm.prank(MERCHANT);
        like.approve(address(refunder), type(uint256).max);
    }

    function settleIn(address token, uint256 n) internal returns (SettlementTerms memory settled) {
        settled = nthTerms(n);
        settled.token = token;
        settle(settled, authorize(settled));
    }

    /// A refund of a fifth of the nth settlement in a token.
    function refundIn(address token, uint256 n)
        internal
        view
        returns (SettlementRefunder.RefundTerms memory)
    {
        SettlementTerms memory settled = nthTerms(n);
        return SettlementRefunder.RefundTerms({
            creditNoteHash: keccak256("credit note"),
            registry: registry,
            referenceHash: settled.referenceHash,
            invoiceHash: settled.invoiceHash,
            payer: settled.payer,
            merchant: settled.merchant,
            token: token,
            settled: settled.amount,
            operator: address(collector),
            amount: 2_500_000,
            validUntil: NOW + 1 hours
        });
    }

    function validRefund() internal view returns (SettlementRefunder.RefundTerms memory) {
        return refundIn(address(like), 1);
    }

    function refundBy(address account, SettlementRefunder.RefundTerms memory terms) internal {
        vm.prank(account);
        refunder.refund(terms);
    }

    function hashOf(SettlementRefunder.RefundTerms memory terms) internal view returns (bytes32) {
        return refunder.refundHashOf(
            terms.creditNoteHash,
            address(terms.registry),
            terms.invoiceHash,
            terms.payer,
            terms.token,
            terms.amount
        );
    }

    function expectRefundRecorded(SettlementRefunder.RefundTerms memory terms, address account) internal {
        vm.expectEmit(address(refunder));
        emit SettlementRefunder.RefundRecorded(
            terms.creditNoteHash,
            terms.invoiceHash,
            terms.payer,
            address(terms.registry),
            terms.token,
            terms.amount,
            account
        );
    }
}

import { askChain } from "../../chain/ports/ask-chain.ts";
import { inLowerCase } from "../../kit/evm-fields.ts";
import { fromTokenUnits } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { paymentNotConfirmed } from "../../schemas/credit-notes.ts";
import {
  OnePreparedRefund,
  PrepareRefund,
  refundBalanceTooLow,
  refundClosed,
  refunderIsPayer,
  refundLinkNotFound,
} from "../../schemas/refund-links.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import { findRefundTerms } from "../../settlements/credit-notes/refund-terms.ts";
import { refreshLinkedRefund, requireRefundLink } from "./load-linked-refund.ts";

/** Changes nothing: the wallet sends the transaction itself. */
export const prepareRefund = visit("POST /refund-links/{linkToken}/prepare", {
  name: "refundLinks.prepare",
  summary: "Prepare the payment of a refund",
  description:
    "Returns the next transaction for the wallet to send. The wallet sends the transaction itself and pays its gas. The call stores nothing, so you can repeat it any number of times.",
  beforeBody: requireRefundLink,
  refusals: {
    refunderIsPayer,
    refundLinkNotFound,
    refundClosed: refundClosed("CONFIRMED"),
    paymentNotConfirmed,
    refundBalanceTooLow,
    chainDoesNotAnswer,
    tooManyRequests,
  },
  input: PrepareRefund,
  output: OnePreparedRefund,
  run: async (work, { linkToken, walletAddress }) => {
    const refund = await refreshLinkedRefund(work, linkToken);
    if (refund.status !== "PENDING") throw new Refusal(refundClosed(refund.status));
    const wallet = inLowerCase(walletAddress);
    if (wallet === refund.payerAddress) throw new Refusal(refunderIsPayer);
    const terms = await findRefundTerms(work, refund);
    if (terms === null) throw new Refusal(paymentNotConfirmed);
    const { balance, next } = await askChain(work.refunder.planOf(terms, wallet));
    if (balance < terms.amount) throw new Refusal(refundBalanceTooLow);
    return { preparedRefund: { walletAddress, balance: fromTokenUnits(balance), ...next } };
  },
});

import { shownService } from "../../catalog/services/shown-service.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { OneLinkedRefund, RefundLink, refundLinkNotFound } from "../../schemas/refund-links.ts";
import { refreshLinkedRefund, serviceOf } from "./load-linked-refund.ts";

/** The page polls it while a refund is on its way. */
export const viewRefund = visit("GET /refund-links/{linkToken}", {
  name: "refundLinks.view",
  summary: "View a refund by its link",
  description:
    "Returns the amount, the receiver and the status of a refund. While the refund is `PENDING`, every read checks the chain. Anyone with the link can view it.",
  refusals: { refundLinkNotFound, tooManyRequests },
  input: RefundLink,
  output: OneLinkedRefund,
  run: async (work, { linkToken }) => {
    const refund = await refreshLinkedRefund(work, linkToken);
    const { explorerUrl } = work;
    const { transactionHash, creditNote, validUntil } = refund;
    const isLinked = explorerUrl !== null && transactionHash !== null;
    return {
      refund: {
        ...refund,
        currency: creditNote.currency,
        reason: creditNote.reason,
        service: shownService(await serviceOf(work, refund)),
        chain: {
          chainId: work.chain.chainId,
          token: refund.tokenAddress,
          contract: refund.contractAddress,
        },
        expiresAt: new Date(Number(validUntil) * 1_000),
        transactionUrl: isLinked ? `${explorerUrl}/tx/${transactionHash}` : null,
      },
    };
  },
});

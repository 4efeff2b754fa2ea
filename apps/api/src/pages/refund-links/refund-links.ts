import { getReferencedService, shownService } from "../../catalog/services/services.ts";
import { askChain, ChainUnavailable } from "../../chain/chain-errors.ts";
import type { Service } from "../../db/generated/client.ts";
import { inLowerCase } from "../../kit/evm-fields.ts";
import { fromTokenUnits } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import { within } from "../../kit/time-limit.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { paymentNotConfirmed } from "../../schemas/credit-notes.ts";
import {
  OneLinkedRefund,
  OnePreparedRefund,
  PrepareRefund,
  RefundLink,
  refundBalanceTooLow,
  refundClosed,
  refunderIsPayer,
  refundLinkNotFound,
} from "../../schemas/refund-links.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import {
  type CheckRefundParts,
  checkRefund,
  findRefundTerms,
  isOnOurChain,
  type WalletRefund,
} from "../../settlements/credit-notes/check-refund.ts";
import { findRefundByLink, type TrackedRefund } from "../../settlements/credit-notes/store.ts";

export type LinkedRefundRow = TrackedRefund & WalletRefund;

/** How long a read waits for the chain, in milliseconds. */
const readLimitMs = 2_000;

/** Loads the refund that a link leads to, of any seller. @throws Refusal 404 */
async function loadLinkedRefund(
  { db, chain }: Pick<Parts, "db" | "chain">,
  linkToken: string,
): Promise<LinkedRefundRow> {
  const refund = await findRefundByLink(db, linkToken);
  if (refund === null || !isOnOurChain({ chain }, refund)) throw new Refusal(refundLinkNotFound);
  return refund;
}

/** The same, checked against the chain while it may still be paid. */
async function refreshLinkedRefund(
  parts: CheckRefundParts,
  linkToken: string,
): Promise<LinkedRefundRow> {
  const refund = await loadLinkedRefund(parts, linkToken);
  if (refund.status !== "PENDING") return refund;
  try {
    await within(readLimitMs, checkRefund(parts, refund));
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error; // the page shows what is stored
  }
  return loadLinkedRefund(parts, linkToken);
}

/** The service whose invoice is refunded. */
function serviceOf(
  { db }: Pick<Parts, "db">,
  { creditNote: { serviceId } }: LinkedRefundRow,
): Promise<Service> {
  return getReferencedService({ db, tenant: everyone }, serviceId);
}

/** Checks that a link leads to a refund, before a request's body is read. @throws Refusal refundLinkNotFound */
export async function requireRefundLink(
  { db }: Pick<Parts, "db">,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  const { data } = RefundLink.safeParse(parameters);
  if (data === undefined || (await findRefundByLink(db, data.linkToken)) !== null) return;
  throw new Refusal(refundLinkNotFound);
}

/** The page polls it while a refund is on its way. */
export const viewRefund = pageOperation("GET /refund-links/{linkToken}", {
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

/** Changes nothing: the wallet sends the transaction itself. */
export const prepareRefund = pageOperation("POST /refund-links/{linkToken}/prepare", {
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
    const terms = await findRefundTerms(work.db, refund);
    if (terms === null) throw new Refusal(paymentNotConfirmed);
    const { balance, next } = await askChain(work.refunder.planOf(terms, wallet));
    if (balance < terms.amount) throw new Refusal(refundBalanceTooLow);
    return { preparedRefund: { walletAddress, balance: fromTokenUnits(balance), ...next } };
  },
});

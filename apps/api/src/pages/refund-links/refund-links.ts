import { z } from "zod";
import { getReferencedService, shownService } from "../../catalog/services/services.ts";
import { askChain, ChainUnavailable } from "../../chain/chain-errors.ts";
import type { Service } from "../../db/generated/client.ts";
import {
  addressOut,
  amountOut,
  chainIdOut,
  component,
  decimalOut,
  timeOut,
} from "../../kit/answers.ts";
import { evmAddress, exampleAddress, exampleHash, inLowerCase } from "../../kit/evm-fields.ts";
import { fromTokenUnits } from "../../kit/money.ts";
import { Refusal, type RefusalTerms, recordNotFound } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import { within } from "../../kit/time-limit.ts";
import { pageOperation } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import type { Parts, SettlementParts, Storage } from "../../operation/ports/parts.ts";
import { paymentNotConfirmed } from "../../schemas/credit-notes.ts";
import { linkOf } from "../../schemas/idempotency.ts";
import { ShownService } from "../../schemas/services.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import type { RefundState } from "../../schemas/states.ts";
import {
  checkRefund,
  findRefundTerms,
  isOnOurChain,
  type WalletRefund,
} from "../../settlements/credit-notes/check-refund.ts";
import { findRefundByLink, type TrackedRefund } from "../../settlements/credit-notes/store.ts";

export type LinkedRefundRow = TrackedRefund & WalletRefund;

/** How long a read waits for the chain, in milliseconds. */
const readLimitMs = 2_000;

/*
 * The page on which a seller pays a refund calls these operations without an API key. Anyone with the link can call them,
 * and even pay the refund: its receiver, its amount and its token are fixed.
 */

const refundLinkNotFound: RefusalTerms = {
  ...recordNotFound("refund_link_not_found", "linkToken"),
  meaning: "No refund has this link.",
  remedy: "Read the credit note: its `refund` has the `url`.",
};

/** Loads the refund that a link leads to, of any seller. @throws Refusal 404 */
async function loadLinkedRefund(
  { db, chain }: SettlementParts,
  linkToken: string,
): Promise<LinkedRefundRow> {
  const refund = await findRefundByLink(db, linkToken);
  if (refund === null || !isOnOurChain({ chain }, refund)) throw new Refusal(refundLinkNotFound);
  return refund;
}

/** The same, checked against the chain while it may still be paid. */
async function refreshLinkedRefund(
  parts: SettlementParts,
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
  { db }: Parts,
  { creditNote: { serviceId } }: LinkedRefundRow,
): Promise<Service> {
  return getReferencedService({ db, tenant: everyone }, serviceId);
}

const RefundLink = linkOf("refund");

/** Checks that a link leads to a refund, before a request's body is read. @throws Refusal refundLinkNotFound */
export async function requireRefundLink(
  { db }: Storage,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  const { data } = RefundLink.safeParse(parameters);
  if (data === undefined || (await findRefundByLink(db, data.linkToken)) !== null) return;
  throw new Refusal(refundLinkNotFound);
}

const LinkedRefund = component("LinkedRefund", "A refund, as its page shows it.", {
  status: z.enum(["PENDING", "CONFIRMED", "FAILED"]).meta({
    description:
      "`PENDING`: not paid, or not confirmed yet. `CONFIRMED`: paid. `FAILED`: it was not paid in time",
    example: "PENDING",
  }),
  amount: amountOut(),
  currency: z.string().meta({ description: "Always `USDC`", example: "USDC" }),
  reason: z.string().meta({ description: "The reason of the credit note", example: "Outage" }),
  service: ShownService.meta({ description: "The service that was billed" }),
  payerAddress: addressOut().meta({ description: "Address that receives the refund" }),
  chain: z
    .object({
      chainId: chainIdOut(),
      token: addressOut().meta({ description: "Address of the USDC contract" }),
      contract: addressOut().meta({
        description: "Address of the contract that pays and records the refund",
      }),
    })
    .meta({ description: "The chain and the contracts with which the refund is paid" }),
  expiresAt: timeOut().meta({ description: "When the contract stops accepting the refund" }),
  transactionHash: z.string().nullable().meta({
    description: "Hash of the refund's transaction; null until it is confirmed on the chain",
    example: exampleHash,
  }),
  transactionUrl: z
    .string()
    .nullable()
    .meta({
      description: "The transaction in a block explorer; null if none is configured",
      example: `https://basescan.org/tx/${exampleHash}`,
    }),
});

/** The page polls it while a refund is on its way. */
export const viewRefund = pageOperation("GET /refund-links/{linkToken}", {
  name: "refundLinks.view",
  summary: "View a refund by its link",
  description:
    "Returns the amount, the receiver and the status of a refund. While the refund is `PENDING`, every read checks the chain. Anyone with the link can view it.",
  refusals: { refundLinkNotFound, tooManyRequests },
  input: RefundLink,
  output: z.object({ refund: LinkedRefund }),
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

export const refundClosed = (status: RefundState): RefusalTerms => ({
  kind: "conflict",
  code: "refund_closed",
  message: `Refund is ${status}.`,
  pattern: "Refund is <status>.",
  meaning: "The refund was already paid, or has expired.",
  remedy: "Start another refund of the credit note if this one is `FAILED`.",
});

export const refundBalanceTooLow: RefusalTerms = {
  kind: "conflict",
  code: "refund_balance_too_low",
  param: "walletAddress",
  message: "The wallet has less USDC than the refund.",
  meaning: "The wallet's USDC balance is lower than the amount to refund.",
  remedy: "Pay from another wallet, or put USDC into this one.",
};

export const refunderIsPayer: RefusalTerms = {
  kind: "invalid",
  code: "refunder_is_payer",
  param: "walletAddress",
  message: "walletAddress is the wallet that is paid back: pay from another one.",
  meaning: "The wallet that would pay the refund is also its receiver.",
  remedy: "Pay from another wallet.",
};

const PrepareRefund = RefundLink.extend({
  walletAddress: evmAddress().meta({ description: "Address of the wallet that pays the refund" }),
});

const OnePreparedRefund = z.object({
  preparedRefund: component(
    "PreparedRefund",
    "The transaction that the seller's wallet sends next.",
    {
      walletAddress: addressOut().meta({ description: "Address of the wallet that pays" }),
      balance: decimalOut().meta({ description: "The wallet's balance, in USDC" }),
      step: z.enum(["deploy", "approve", "refund"]).meta({
        description:
          "`deploy`: deploys the refund contract on the chain, once for all sellers. `approve`: lets the contract take the amount. `refund`: pays the refund. After `deploy` and `approve`, call this operation again",
        example: "refund",
      }),
      to: addressOut().meta({
        description: "Receiver of the transaction",
        example: exampleAddress,
      }),
      data: z.string().meta({ description: "Data of the transaction in hex", example: "0x" }),
    },
  ),
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

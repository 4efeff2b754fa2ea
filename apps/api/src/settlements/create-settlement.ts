import { z } from "zod";
import { component } from "../kit/answers.ts";
import { exampleAddress } from "../kit/evm-fields.ts";
import { Refusal, type RefusalTerms } from "../kit/refusal.ts";
import { apiRoot, write } from "../operation/define.ts";
import { referencedInvoiceNotFound } from "../schemas/invoices.ts";
import { quoteTooSlow } from "../schemas/quotes.ts";
import { factsOf } from "../schemas/settlement-states.ts";
import {
  addressNotOfCap,
  amountMismatch,
  chainDoesNotAnswer,
  invoiceNotOpen,
  merchantMismatch,
  NewSettlement,
  noSpendingCap,
  payerMismatch,
  pricesNotSigned,
  referenceAlreadyUsed,
  Settlement,
  settlementInProgress,
} from "../schemas/settlements.ts";
import { prepareCollection, reportRefused } from "./collect-under-cap.ts";
import { settle } from "./engine/settle.ts";
import { joinOrCreateSettlement } from "./join-or-create.ts";
import type { SettlementRow } from "./store.ts";

/** A settlement that is stored as `FAILED`. The specification's status is 500, and the message gives the reason. */
export const settlementFailed = (why: string): RefusalTerms => ({
  kind: "unsettled",
  code: "settlement_failed",
  message: why,
  pattern: "<reason>",
  meaning:
    "The chain refused the payment, or it could not be sent. The settlement at `Location` is `FAILED`.",
  remedy: "Correct what the message names and create the settlement again, which is a new attempt.",
});

/** The same, but the chain has not decided yet. */
const settlementTimedOut = (why: string): RefusalTerms => ({
  kind: "unsettled",
  code: "settlement_timed_out",
  message: why,
  pattern: "The settlement was not confirmed within <seconds> s; it may still be.",
  meaning:
    "The chain did not decide in time. The settlement at `Location` is `FAILED` for now, and can still become `CONFIRMED`.",
  remedy:
    "Repeat the same call, or get the settlement until it is `CONFIRMED`. Do not pay in another way.",
});

const Chain = component(
  "Chain",
  "The transaction of a confirmed settlement on the settlement chain.",
  {
    transactionHash: z.string().meta({
      description: "Hash of the transaction that recorded the settlement",
      example: `0x${"a1".repeat(32)}`,
    }),
    receiptStatus: z.string().meta({
      description: "Status in the transaction's receipt: `success`",
      example: "success",
    }),
    eventObserved: z.boolean().meta({
      description: "Whether the receipt contains the contract's `SettlementRecorded` event",
      example: true,
    }),
    executor: z.enum(["direct", "provider"]).meta({
      description:
        "Who sent the transaction. `direct`: the service's own key. `provider`: a wallet provider",
      example: "direct",
    }),
    providerTransactionId: z.string().nullable().meta({
      description: "The provider's id of the transaction; null unless the executor is `provider`",
      example: null,
    }),
    providerTransactionState: z.string().nullable().meta({
      description:
        "The provider's state of the transaction, such as `COMPLETE`; null unless the executor is `provider`",
      example: null,
    }),
  },
);

/** The response of `POST /settlements`. */
const SettledInvoice = z.object({ settlement: Settlement, chain: Chain });

/** docs/specification.md, section 4, POST /settlements. */
export const createSettlement = write("POST /settlements", {
  name: "settlements.create",
  summary: "Settle an invoice",
  description:
    "Records the payment on the settlement chain and waits for the result, usually up to a minute: 201 when the settlement is `CONFIRMED` and the invoice `PAID`. Repeating the call with the same invoice and `referenceHash` never pays twice: it joins the settlement in progress and returns the existing settlement with 200. A 500 with `Location` explains why the settlement is `FAILED`. A settlement that only timed out can still be confirmed: repeat the same call, or get the settlement until it is `CONFIRMED`, and do not pay in another way. The events `settlement.submitted`, `settlement.confirmed`, `settlement.failed` and `invoice.paid` report the progress.",
  status: 201,
  alsoStatus: 200,
  refusals: {
    payerMismatch,
    merchantMismatch,
    amountMismatch,
    payerAddressNotOfCap: addressNotOfCap("payerAddress", exampleAddress),
    merchantAddressNotOfCap: addressNotOfCap("merchantAddress", exampleAddress),
    referencedInvoiceNotFound,
    invoiceNotOpen,
    settlementInProgress,
    noSpendingCap,
    pricesNotSigned,
    quoteTooSlow,
    referenceAlreadyUsed,
    chainDoesNotAnswer,
    refusedByChain: settlementFailed("EnforcedPause()"),
    outOfTime: settlementTimedOut("The settlement was not confirmed within 60 s; it may still be."),
  },
  input: NewSettlement,
  output: SettledInvoice,
  transaction: "own",
  run: async (work, { collect, ...input }) => {
    const startCollecting = collect === undefined ? null : await prepareCollection(work, input);
    // An Idempotency-Key covers the creation of the settlement, not the wait for the chain.
    const { settlement, created } = await work
      .commit((inside) => joinOrCreateSettlement(inside, input, startCollecting))
      .catch(async (error: unknown) => {
        await reportRefused(work, input.invoiceId, error);
        throw error;
      });
    work.reply.headers.Location = `${apiRoot}/settlements/${settlement.id}`;
    const settled = await settle(work, settlement.id);
    const { verdict } = factsOf(settled.status);
    if (verdict !== "recorded") {
      const refusal = verdict === null ? settlementTimedOut : settlementFailed;
      throw new Refusal(refusal(settled.failure ?? "The settlement failed."));
    }
    if (!created) work.reply.status = 200;
    return { settlement: settled, chain: chainOf(settled) };
  },
});

/** Returns the `chain` object of a `CONFIRMED` settlement: its receipt succeeded and contains its event. */
function chainOf(settlement: SettlementRow): z.input<typeof Chain> {
  const { transactionHash, executor, providerTransactionId, providerTransactionState } = settlement;
  if (transactionHash === null || executor === null)
    throw new Error("A confirmed settlement has a transaction.");
  return {
    transactionHash,
    receiptStatus: "success",
    eventObserved: true,
    executor,
    providerTransactionId,
    providerTransactionState,
  };
}

import { z } from "zod";
import {
  addressOut,
  amountOut,
  chainIdOut,
  component,
  id,
  timeOut,
  updatedAt,
} from "../kit/answers.ts";
import { exampleHash } from "../kit/evm-fields.ts";
import { request, requiredId } from "../kit/fields.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";
import { InvoiceLine } from "./invoices.ts";
import { CreditNoteRecord } from "./records.ts";

export const creditNoteNotFound = recordNotFound("credit_note_not_found", "creditNoteId");

export const paymentNotConfirmed: RefusalTerms = {
  kind: "conflict",
  code: "refund_of_unconfirmed_payment",
  message: "A reorganization of the chain took the payment back.",
  meaning:
    "The payment to refund was removed from the chain. Another wallet may have paid the invoice since.",
  remedy:
    "Wait for the event `invoice.paid`, then send the same request again. If another wallet paid, wait until the refund has failed, and start a new one.",
};

export const CreditNoteId = request({ creditNoteId: requiredId() });

export const refundDestinations = ["BALANCE", "WALLET"] as const;

const word = {
  ofWallet: "null for a refund to a balance",
  ofChain: "null until it is confirmed on the chain",
};

const Refund = component("Refund", "The refund of a credit note.", {
  id: id(),
  creditNoteId: id(),
  to: z.enum(refundDestinations).meta({
    description: "Where the refund goes: to the subscriber's balance or to the wallet that paid",
    example: "BALANCE",
  }),
  status: z.enum(["PENDING", "CONFIRMED", "FAILED"]).meta({
    description:
      "`PENDING`: not paid on the page at `url`, or not confirmed yet. After a chain reorganization, a confirmed refund can become `PENDING` again, and so can a refund to a balance whose payment is undone: its credit is taken back, and given again with the payment. `CONFIRMED`: refunded. `FAILED`: it was not paid in time and can never be paid; start another refund",
    example: "CONFIRMED",
  }),
  amount: amountOut(),
  balanceId: id().nullable().meta({ description: "Id of the credited balance; null for a wallet" }),
  balanceCreditId: id()
    .nullable()
    .meta({ description: "Id of the credit in the balance's ledger; null for a wallet" }),
  url: z
    .string()
    .nullable()
    .meta({
      description: `Address of the page on which your wallet pays the refund; ${word.ofWallet}. Keep it secret`,
      example: "https://pay.example.com/checkout/refunds/9f3c1b7ae2d84c60b5a1f0e7d6c5b4a3",
    }),
  payerAddress: addressOut()
    .nullable()
    .meta({
      description: `Address that receives the refund: the wallet that paid the invoice; ${word.ofWallet}`,
    }),
  chainId: chainIdOut()
    .nullable()
    .meta({ description: `EIP-155 chain id; ${word.ofWallet}` }),
  contract: addressOut()
    .nullable()
    .meta({
      description: `Address of the contract that pays and records the refund; ${word.ofWallet}`,
    }),
  expiresAt: timeOut()
    .nullable()
    .meta({
      description: `When the contract stops accepting the refund, by the chain's clock; ${word.ofWallet}`,
    }),
  transactionHash: z
    .string()
    .nullable()
    .meta({
      description: `Hash of the refund's transaction; ${word.ofChain}`,
      example: exampleHash,
    }),
  failure: z
    .string()
    .nullable()
    .meta({ description: "Why the refund is `FAILED`; null otherwise", example: null }),
  createdAt: timeOut().meta({ description: "When the refund was started" }),
  confirmedAt: timeOut()
    .nullable()
    .meta({ description: "When the refund was confirmed; null until it is `CONFIRMED`" }),
});

export const CreditNote = component(
  "CreditNote",
  "A part of an invoice's amount that is not owed, and its refund.",
  {
    ...CreditNoteRecord.shape,
    updatedAt: updatedAt(),
    billNumber: z.int().nullable().meta({
      description:
        "Number of the bill, if it gives back usage that bills have billed too much; null otherwise",
      example: null,
    }),
    lines: z.array(InvoiceLine).meta({
      description:
        "The credited items, as you sent them: at most 100 lines, whose amounts add up to `amount`. Empty if you sent none",
    }),
    refund: Refund.nullable().meta({
      description: "The current refund, or the last one that failed; null if no refund was started",
    }),
  },
);

export const OneCreditNote = z.object({ creditNote: CreditNote });

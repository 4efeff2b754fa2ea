import { z } from "zod";
import { addressOut, amountOut, chainIdOut, id, timeOut, updatedAt } from "../kit/answers.ts";
import { exampleHash } from "../kit/evm-fields.ts";
import {
  filterId,
  listOf,
  omittable,
  oneOf,
  positiveDecimal,
  request,
  requiredId,
  requiredName,
} from "../kit/fields.ts";
import { nextCursor, page } from "../kit/lists.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";
import { billNumber, InvoiceLine, linesNotAmount, maxLines, NewLine } from "./invoices.ts";
import { CreditNoteRecord } from "./records.ts";
import type { CreditNoteState, InvoiceState } from "./states.ts";

export const creditNoteNotFound = recordNotFound({
  code: "credit_note_not_found",
  param: "creditNoteId",
  message: "Credit note was not found.",
});

export const invoiceNotCreditable = (status: InvoiceState): RefusalTerms => ({
  kind: "conflict",
  code: "invoice_not_creditable",
  message: `Credit notes can only be created for OPEN or PAID invoices. This one is ${status}.`,
  pattern: "Credit notes can only be created for OPEN or PAID invoices. This one is <status>.",
  meaning: "The invoice is `DRAFT`, `VOID` or `EXPIRED`, so nobody owes or has paid its amount.",
  remedy:
    "Correct the usage of a `DRAFT` invoice, or void it and create another one. A `VOID` or `EXPIRED` invoice needs no correction.",
});

export const topUpNotCreditable: RefusalTerms = {
  kind: "conflict",
  code: "top_up_not_creditable",
  message: "Top-ups of prepaid balances have no credit notes.",
  meaning: "The invoice is a top-up. Its payment credits the full amount to a balance.",
  remedy: "Void the invoice if it is `OPEN`. Otherwise the subscriber keeps the credit.",
};

export const moreThanBilled: RefusalTerms = {
  kind: "conflict",
  code: "credit_exceeds_invoice",
  param: "amount",
  message: "The invoice's credit notes would exceed what it billed.",
  meaning: "The sum of the invoice's credit notes, including this one, is more than its `amount`.",
  remedy: "Read the invoice: you can credit at most `amount` less `credited`.",
};

export const nothingWouldBeDue: RefusalTerms = {
  kind: "conflict",
  code: "credit_leaves_nothing_due",
  param: "amount",
  message: "Nothing would be due. Void the invoice instead.",
  meaning: "The credit note would lower the amount due of an `OPEN` invoice to zero.",
  remedy: "Void the invoice with `POST /invoices/{invoiceId}/void`.",
};

export const creditLinesNotAmount: RefusalTerms = {
  ...linesNotAmount,
  code: "credit_lines_not_amount",
  message: "Credit note lines must add up to the credit note amount.",
  meaning: "The sum of the lines' amounts is not the credit note's `amount`.",
};

export const creditNoteNotRefundable = (status: CreditNoteState): RefusalTerms => ({
  kind: "conflict",
  code: "credit_note_not_refundable",
  message: `Credit note is ${status}.`,
  pattern: "Credit note is <status>.",
  meaning:
    "A credit note can be refunded once. An `APPLIED` one lowered the amount due, so there is no payment to refund.",
  remedy: "Read the credit note: its `refund` has the status of the refund.",
});

export const paymentNotConfirmed: RefusalTerms = {
  kind: "conflict",
  code: "refund_of_unconfirmed_payment",
  message: "A reorganization of the chain took the payment back.",
  meaning:
    "The payment to refund was removed from the chain. Another wallet may have paid the invoice since.",
  remedy:
    "Wait for the event `invoice.paid`, then send the same request again. If another wallet paid, wait until the refund has failed, and start a new one.",
};

export const noBalanceToRefund: RefusalTerms = {
  kind: "conflict",
  code: "no_balance_to_refund",
  param: "to",
  message: "The subscriber has no balance for this service.",
  meaning: "A refund to a balance credits the subscriber's prepaid balance, which does not exist.",
  remedy: "Create the balance with `POST /balances`, or refund to the wallet.",
};

export const walletNotRefundable: RefusalTerms = {
  kind: "conflict",
  code: "wallet_not_refundable",
  param: "to",
  message: "The payment cannot be refunded to its wallet on this chain.",
  meaning:
    "The payment was recorded on another chain, or this chain cannot have the refund contract.",
  remedy: "Refund to the subscriber's balance, or pay the subscriber outside the service.",
};

export const NewCreditNote = request({
  invoiceId: requiredId().meta({ description: "Id of an invoice that is `OPEN` or `PAID`" }),
  amount: positiveDecimal().meta({
    description: "The amount that is not owed, in USDC with at most six decimal places",
    example: "2.500000",
  }),
  reason: requiredName(200).meta({
    description: "Reason for the credit note, in one line. The subscriber sees it",
    example: "The service was down on 3 January",
  }),
  lines: omittable(listOf(NewLine, maxLines)).meta({
    description:
      "The credited items: 1 to 100 lines whose amounts add up to `amount` exactly. Default: none",
  }),
  billNumber: billNumber().meta({
    description:
      "Number of the bill, for a credit of usage that bills have billed too much, as the subscription's upcoming invoice says. The next bills count it. Default: none, and no bill takes the credit back",
    example: 2,
  }),
});

export const creditOfNoBill: RefusalTerms = {
  kind: "invalid",
  code: "credit_of_no_bill",
  param: "billNumber",
  message: "billNumber requires an invoice that has a billNumber.",
  meaning: "A credit of usage is for a bill of usage.",
  remedy: "Send the id of a bill of the subscription, or omit `billNumber`.",
};

export const CreditNoteId = request({ creditNoteId: requiredId() });

export const CreditNoteQuery = request({
  invoiceId: filterId(),
  serviceId: filterId(),
  userId: filterId(),
  ...page("credit-notes"),
}).prefault({});

const refundDestinations = ["BALANCE", "WALLET"] as const;

export const NewRefund = CreditNoteId.extend({
  to: oneOf(refundDestinations).meta({
    description:
      "`BALANCE`: credits the subscriber's prepaid balance immediately. `WALLET`: your wallet pays USDC to the wallet that paid the invoice; the response has the address of the page on which you pay",
    example: "BALANCE",
  }),
});

const word = {
  ofWallet: "null for a refund to a balance",
  ofChain: "null until it is confirmed on the chain",
};

const Refund = z
  .object({
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
    balanceId: id()
      .nullable()
      .meta({ description: "Id of the credited balance; null for a wallet" }),
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
  })
  .meta({ id: "Refund", description: "The refund of a credit note." });

export const CreditNote = z
  .object({
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
  })
  .meta({
    id: "CreditNote",
    description: "A part of an invoice's amount that is not owed, and its refund.",
  });

export const OneCreditNote = z.object({ creditNote: CreditNote });

export const CreditNotePage = z.object({
  creditNotes: z.array(CreditNote).meta({ description: "Newest first" }),
  nextCursor: nextCursor("credit-notes"),
});

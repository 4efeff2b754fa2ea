import { z } from "zod";
import { amountOut, component, decimalOut, priceOut, timeOut } from "../kit/answers.ts";
import { exampleHash } from "../kit/evm-fields.ts";
import {
  decimal,
  nested,
  omittable,
  request,
  requiredId,
  requiredName,
  wholeNumber,
} from "../kit/fields.ts";
import { type RefusalTerms, recordNotFound, referencedRecordNotFound } from "../kit/refusal.ts";
import { Plan } from "./plans.ts";
import { CreditNoteRecord, InvoiceRecord, SettlementRecord, UsageEventRecord } from "./records.ts";
import { ServiceRecord } from "./services.ts";
import type { InvoiceState } from "./states.ts";
import { Subscription } from "./subscriptions.ts";
import { User } from "./users.ts";

export const invoiceNotFound = recordNotFound("invoice_not_found", "invoiceId");

/** An invoice that the input of another noun names. */
export const referencedInvoiceNotFound: RefusalTerms = {
  ...invoiceNotFound,
  message: referencedRecordNotFound,
};

export const linesNotAmount: RefusalTerms = {
  kind: "invalid",
  code: "lines_not_amount",
  param: "lines",
  message: "Invoice lines must add up to the invoice amount.",
  meaning: "The sum of the lines' amounts is not the invoice's `amount`.",
  remedy: "Send lines whose amounts add up to `amount` exactly, or omit `lines`.",
};

/** For an invoice or a credit note with a `billNumber`. */
export const billNumberTaken: RefusalTerms = {
  kind: "conflict",
  code: "bill_number_taken",
  param: "billNumber",
  message: "billNumber is not the next one of the subscription.",
  meaning: "Another call has billed the subscription since its upcoming invoice was read.",
  remedy: "Read the upcoming invoice again, and create it if it is still `DUE`.",
};

export const billOfWrongPeriod: RefusalTerms = {
  kind: "conflict",
  code: "bill_of_wrong_period",
  param: "periodStart",
  message: "periodStart must be that of a priced period, and no later one can have a bill already.",
  meaning:
    "A rate card prices the usage of the subscription, by its billing periods. The next bills ask for changes to earlier ones.",
  remedy: "Send the fields of `GET /subscriptions/{subscriptionId}/upcoming-invoice`.",
};

export const billAboveDue: RefusalTerms = {
  kind: "conflict",
  code: "bill_above_due",
  param: "amount",
  message: "amount must not be more than what the usage costs, less what was billed for it.",
  meaning:
    "The payer of a numbered bill can compute what its usage costs by the rate card, and that it asks for more.",
  remedy: "Bill what is not usage with an invoice without `billNumber`.",
};

export const invoiceCannotMove = (from: InvoiceState, to: InvoiceState): RefusalTerms => ({
  kind: "conflict",
  code: "invoice_cannot_move",
  message: `Invoice cannot move from ${from} to ${to}.`,
  pattern: "Invoice cannot move from <status> to <status>.",
  meaning:
    "The invoice's status does not allow the change. Only a `DRAFT` can be finalized; a `DRAFT` or `OPEN` invoice can be voided.",
  remedy: "Read the invoice and its `status`.",
});

export const lineWords = {
  description: "What is billed, in one line",
  quantity: "How much of it",
  unitAmount: "Price of one unit in USDC",
  amount: "Amount of the line in USDC",
};

/** A line of an invoice or a credit note, as it is sent. */
export const NewLine = nested({
  description: requiredName(200).meta({
    description: lineWords.description,
    example: "Requests in January",
  }),
  quantity: decimal().meta({
    description: `${lineWords.quantity}, with at most six decimal places`,
    example: "5000",
  }),
  unitAmount: decimal().meta({
    description: `${lineWords.unitAmount}, with at most six decimal places`,
    example: "0.0025",
  }),
  amount: decimal().meta({
    description: `${lineWords.amount}, with at most six decimal places. You calculate it: the service does not multiply`,
    example: "12.5",
  }),
});

/** The number of a bill, which an invoice or a credit note takes. */
export const billNumber = () => omittable(wholeNumber(1, 2_147_483_647));

/** The maximum number of lines of an invoice or a credit note. */
export const maxLines = 100;

export const InvoiceId = request({ invoiceId: requiredId() });

/** The maximum number of usage events in the answer of an invoice. GET /usage-events lists all of them. */
export const maxNestedEvents = 1_000;

/** The maximum number of settlements in the answer of an invoice. GET /settlements lists all of them. */
export const maxNestedSettlements = 100;

/** The same in lists and webhooks, where an invoice must be small. */
export const maxListedSettlements = 10;

/** The maximum number of an invoice's usage events that a read counts. */
export const maxCountedEvents = 10_000;

const settlements = (max: number) =>
  z.array(SettlementRecord).meta({
    description: `The attempts to pay the invoice, including failed ones, newest first: at most the ${max} newest. \`GET /settlements?invoiceId=\` lists all`,
  });

export const InvoiceLine = component("InvoiceLine", "One of the things that an invoice bills.", {
  description: z.string().meta({
    description: lineWords.description,
    example: "Requests in January",
  }),
  quantity: decimalOut().meta({
    description: `${lineWords.quantity}, with six decimal places`,
    example: "5000.000000",
  }),
  unitAmount: priceOut().meta({
    description: `${lineWords.unitAmount}, with six to twelve decimal places`,
    example: "0.002500",
  }),
  amount: amountOut().meta({ description: `${lineWords.amount}, with six decimal places` }),
});

/** What an invoice bills, as its answers and its page show it. */
export const billed = {
  lines: z.array(InvoiceLine).meta({
    description:
      "What the invoice bills, as you sent it: at most 100 lines, whose amounts add up to `amount`. Empty if you sent none",
  }),
  periodStart: timeOut().nullable().meta({
    description: "When the period that the invoice bills began; null if it says none",
    example: "2026-01-01T00:00:00.000Z",
  }),
  periodEnd: timeOut().nullable().meta({
    description: "When that period ended; null if it says none",
    example: "2026-02-01T00:00:00.000Z",
  }),
  usageEventCount: z.int().meta({
    description:
      "Number of usage events recorded with the invoice's id, without voided ones, counted up to 10000: 10000 means 10000 or more",
    example: 1,
  }),
};

/** What lowers the amount due of an invoice, as its answers and its page show it. */
export const credit = {
  credited: decimalOut().meta({
    description: "Sum of the invoice's credit notes, in USDC: at most `amount`",
    example: "0.000000",
  }),
  paidFromBalance: decimalOut().meta({
    description:
      "What was paid from the subscriber's prepaid balance, in USDC. It is given back if the invoice is `VOID`, or `EXPIRED` unpaid",
    example: "0.000000",
  }),
  amountDue: amountOut().meta({
    description:
      "What a settlement of the invoice pays, in USDC: `amount`, less the credit notes that were created before it was paid, and less `paidFromBalance`",
  }),
};

/** The maximum number of credit notes in the answer of an invoice. GET /credit-notes lists all of them. */
export const maxNestedCreditNotes = 10;

const creditNotes = z.array(CreditNoteRecord).meta({
  description: `The invoice's credit notes, newest first: at most the ${maxNestedCreditNotes} newest. \`GET /credit-notes?invoiceId=\` lists all`,
});

const fields = {
  ...InvoiceRecord.shape,
  service: ServiceRecord,
  paymentPlan: Plan,
  user: User,
  subscription: Subscription.pick({ id: true, status: true }).nullable().meta({
    description: "The billed subscription; null if there is none",
  }),
  lines: billed.lines,
  periodStart: billed.periodStart,
  periodEnd: billed.periodEnd,
  billNumber: z.int().nullable().meta({
    description:
      "Number of the bill among the bills of its subscription's usage; null if it is no such bill",
    example: 1,
  }),
  billHash: z.string().meta({
    description:
      "Hash of what the invoice bills, as docs/proofs.md specifies. `GET /invoices/{invoiceId}/proof` returns what it commits to",
    example: exampleHash,
  }),
  url: z.string().meta({
    description:
      "Address of the invoice's page, for its subscriber. Anyone with it can see what is billed, pay, and get the receipt; `POST /invoices/{invoiceId}/rotate-link` replaces it",
    example: "https://pay.example.com/checkout/invoices/9f3c1b7ae2d84c60b5a1f0e7d6c5b4a3",
  }),
  usageEventCount: billed.usageEventCount,
  ...credit,
  creditNotes,
};

export const Invoice = component(
  "Invoice",
  "An amount due from a subscriber, with its settlements and usage events.",
  {
    ...fields,
    settlements: settlements(maxNestedSettlements),
    usageEvents: z.array(UsageEventRecord).meta({
      description:
        "The usage events recorded with the invoice's id, without voided ones, newest first: at most the 1000 newest. `GET /usage-events?invoiceId=` lists all, with voided ones",
    }),
  },
);

/** An invoice in lists and webhooks. */
export const InvoiceSummary = component(
  "InvoiceSummary",
  "An invoice as lists and webhooks show it: without its usage events, which `GET /usage-events?invoiceId=` lists.",
  { ...fields, settlements: settlements(maxListedSettlements) },
);

export const OneInvoice = z.compile(z.object({ invoice: Invoice }));

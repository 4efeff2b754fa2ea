import { z } from "zod";
import {
  amountOut,
  component,
  createdAt,
  currencyOut,
  decimalOut,
  id,
  timeOut,
} from "../kit/answers.ts";
import { exampleHash } from "../kit/evm-fields.ts";
import { type SettlementState, settlementStatuses, shownStatus } from "./settlement-states.ts";

export const invoiceStatuses = ["DRAFT", "OPEN", "VOID", "EXPIRED", "PAID"] as const;

/** An invoice as other nouns nest it; invoices.ts adds what an invoice nests. */
export const InvoiceRecord = component("InvoiceRecord", "An invoice without its nested records.", {
  id: id(),
  serviceId: id(),
  paymentPlanId: id(),
  userId: id().meta({ description: "Id of the billed user" }),
  subscriptionId: id().nullable().meta({
    description: "Id of the billed subscription; null if there is none",
  }),
  status: z.enum(invoiceStatuses).meta({
    description:
      "`DRAFT`: not due yet. `OPEN`: payment due. `PAID`: paid by a confirmed settlement. `EXPIRED`: `dueAt` passed without payment. `VOID`: cancelled.",
    example: "OPEN",
  }),
  amount: amountOut(),
  currency: currencyOut(),
  dueAt: timeOut().nullable().meta({
    description: "When the invoice becomes `EXPIRED`, unless it is paid first; null: never",
  }),
  paidAt: timeOut().nullable().meta({
    description: "When a settlement was confirmed; null before that, whatever the status",
    example: null,
  }),
  createdAt: createdAt(),
});

const status = z
  .custom<SettlementState>()
  .transform(shownStatus)
  .pipe(z.enum(settlementStatuses))
  .meta({
    description:
      "`PENDING`: not sent to the chain yet. `SUBMITTED`: sent, without a result yet. `CONFIRMED`: recorded on the chain; after a chain reorganization it can become `SUBMITTED` again. `FAILED`: refused by the chain, or not confirmed in time. A settlement that was not confirmed in time, or whose refusal is not final yet, can still become `CONFIRMED`: the service keeps checking. So never pay again because of `FAILED`. Instead, repeat `POST /settlements` with the same `referenceHash`: it never pays twice, it joins a settlement in progress, and it makes a new attempt only when the old one can no longer succeed. Until then, another `referenceHash` is refused with 409.",
    example: "CONFIRMED",
  });

/** A settlement as an invoice nests it; settlements.ts adds what a settlement nests. */
export const SettlementRecord = component(
  "SettlementRecord",
  "A payment of an invoice, without its nested records.",
  {
    id: id(),
    invoiceId: id(),
    serviceId: id(),
    payerId: id().meta({ description: "Id of the user who pays: the invoice's user" }),
    merchantId: id().meta({
      description: "Id of the user who is paid: the owner of the service",
      example: "n8c1r4k7w2z5m0q3t6x9v1b4",
    }),
    amount: amountOut(),
    currency: currencyOut(),
    referenceHash: z.string().meta({
      description: "The settlement's id on the chain, as supplied: 32 bytes in hex",
      example: exampleHash,
    }),
    transactionHash: z
      .string()
      .nullable()
      .meta({
        description:
          "Hash of the transaction on the settlement chain; null before one was sent. Until the settlement is `CONFIRMED`, a transaction with higher fees can replace it",
        example: `0x${"a1".repeat(32)}`,
      }),
    status,
    collect: z.enum(["authorization", "allowance", "transfer"]).nullable().meta({
      description:
        "How the payment was collected: with the payer's `authorization` on the checkout page, from the payer's `allowance` under a spending cap, or by a `transfer` that the payer signed with x402; null: the payment was made elsewhere",
      example: null,
    }),
    recordedAt: timeOut().meta({
      description: "When the payment was made, as supplied. Default: the time of the call",
    }),
    createdAt: createdAt(),
  },
);

export const eventKeyOut = () =>
  z.string().meta({
    description: "What was used. Each key is recorded once per subscription",
    example: "requests:2026-01-31T12",
  });

/** A usage event as an invoice nests it; usage-events.ts adds what an event nests. */
export const UsageEventRecord = component(
  "UsageEventRecord",
  "A usage event without its nested records.",
  {
    id: id(),
    serviceId: id(),
    subscriptionId: id(),
    userId: id().meta({ description: "Id of the subscriber" }),
    invoiceId: id().nullable().meta({
      description: "Id of the invoice that it was recorded with; null if there is none",
    }),
    eventKey: eventKeyOut(),
    subject: z
      .string()
      .nullable()
      .transform((subject) => subject ?? undefined)
      .pipe(z.string().optional())
      .meta({
        description: "Who or what used it, below the subscriber; absent unless you said it",
        example: "agent-7",
      }),
    quantity: decimalOut().meta({
      description: "Number of units, with six decimal places",
      example: "250.000000",
    }),
    occurredAt: timeOut().meta({ description: "When the usage occurred" }),
    createdAt: timeOut().meta({ description: "When the usage was recorded" }),
  },
);

const creditNoteStatuses = ["APPLIED", "ISSUED", "REFUNDING", "REFUNDED"] as const;

/** A credit note as an invoice nests it; credit-notes.ts adds its lines and its refund. */
export const CreditNoteRecord = component(
  "CreditNoteRecord",
  "A credit note without its lines and its refund.",
  {
    id: id(),
    invoiceId: id(),
    serviceId: id(),
    userId: id().meta({ description: "Id of the subscriber" }),
    status: z.enum(creditNoteStatuses).meta({
      description:
        "`APPLIED`: created before the invoice was paid; it lowers the amount due. `ISSUED`: created after the payment, and not refunded. `REFUNDING`: a refund to the payer's wallet was started, or a reorganization of the chain took back the payment that was refunded to a balance. `REFUNDED`: the amount was refunded.",
      example: "ISSUED",
    }),
    amount: amountOut(),
    currency: currencyOut(),
    reason: z.string().meta({
      description: "Reason for the credit note, as you sent it",
      example: "The service was down on 3 January",
    }),
    createdAt: createdAt(),
  },
);

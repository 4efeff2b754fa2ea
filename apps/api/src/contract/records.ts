import { z } from "zod";
import { amountOut, createdAt, currencyOut, decimalOut, id, timeOut } from "../lib/answers.ts";
import { exampleHash } from "../lib/examples.ts";
import { type SettlementState, settlementStatuses, shownStatus } from "./settlement-states.ts";

export const invoiceStatuses = ["DRAFT", "OPEN", "VOID", "EXPIRED", "PAID"] as const;

/** An invoice by itself, as other nouns nest it (schema.ts adds what an invoice nests). */
export const InvoiceRecord = z
  .object({
    id: id(),
    serviceId: id(),
    paymentPlanId: id(),
    userId: id().meta({ description: "Id of the user who is billed" }),
    subscriptionId: id().nullable().meta({
      description: "Id of the subscription that is billed; null where it is none",
    }),
    status: z.enum(invoiceStatuses).meta({
      description:
        "`DRAFT`: not due yet. `OPEN`: payment due. `PAID`: by a confirmed settlement, and only so. `EXPIRED`: `dueAt` passed unpaid. `VOID`: cancelled.",
      example: "OPEN",
    }),
    amount: amountOut(),
    currency: currencyOut(),
    dueAt: timeOut().nullable().meta({
      description: "When it becomes `EXPIRED`, unless it is paid before; null: never",
    }),
    paidAt: timeOut().nullable().meta({
      description: "When a settlement was confirmed; null before, whatever the status",
      example: null,
    }),
    createdAt: createdAt(),
  })
  .meta({
    id: "InvoiceRecord",
    description: "What a subscriber owes, by itself: as other records show it.",
  });

const status = z
  .custom<SettlementState>()
  .transform(shownStatus)
  .pipe(z.enum(settlementStatuses))
  .meta({
    description:
      "`PENDING`: not sent to the chain yet. `SUBMITTED`: sent, and not decided. `CONFIRMED`: the chain shows it; should a reorganisation undo that, it is `SUBMITTED` again. `FAILED`: refused by the chain, which is for good once no reorganisation can undo it, or not confirmed in time, which is not: it is looked at on, and may still become `CONFIRMED`. So do not pay again because of it. Send the same `POST /settlements` with the same `referenceHash`: it never pays twice, joins what is under way, and makes a new attempt only when it is certain that nothing will come of this one. Until then another `referenceHash` is refused with 409.",
    example: "CONFIRMED",
  });

/** A settlement by itself, as an invoice nests it (schema.ts adds what a settlement nests). */
export const SettlementRecord = z
  .object({
    id: id(),
    invoiceId: id(),
    serviceId: id(),
    payerId: id().meta({ description: "Id of the user who pays: the invoice's" }),
    merchantId: id().meta({
      description: "Id of the user who is paid: the service's owner",
      example: "n8c1r4k7w2z5m0q3t6x9v1b4",
    }),
    amount: amountOut(),
    currency: currencyOut(),
    referenceHash: z.string().meta({
      description: "32 bytes in hex that name it on the chain, as you gave them",
      example: exampleHash,
    }),
    transactionHash: z
      .string()
      .nullable()
      .meta({
        description:
          "Hash of the transaction on the settlement chain; null before one was sent. While it is not `CONFIRMED`, another that offers more for its fees may take its place",
        example: `0x${"a1".repeat(32)}`,
      }),
    status,
    collect: z.enum(["authorization", "allowance"]).nullable().meta({
      description:
        "How the payment was taken with the record: by the payer's `authorization` on the checkout page, or from its `allowance` under a spending cap; null: it was made elsewhere",
      example: null,
    }),
    recordedAt: timeOut().meta({
      description: "When the payment was made, as you said, or else when you called",
    }),
    createdAt: createdAt(),
  })
  .meta({
    id: "SettlementRecord",
    description: "A payment of an invoice, by itself: as the invoice shows it.",
  });

export const eventKeyOut = () =>
  z.string().meta({
    description: "What was used, and when or for what: recorded once for a subscription",
    example: "requests:2026-01-31T12",
  });

/** A usage event by itself, as an invoice nests it (schema.ts adds what an event nests). */
export const UsageEventRecord = z
  .object({
    id: id(),
    serviceId: id(),
    subscriptionId: id(),
    userId: id().meta({ description: "Id of the subscriber" }),
    invoiceId: id().nullable().meta({
      description: "Id of the invoice that it was recorded with; null where it is none",
    }),
    eventKey: eventKeyOut(),
    quantity: decimalOut().meta({
      description: "Units used, with six decimal places",
      example: "250.000000",
    }),
    occurredAt: timeOut().meta({ description: "When they were used" }),
    createdAt: timeOut().meta({ description: "When they were recorded" }),
  })
  .meta({
    id: "UsageEventRecord",
    description: "What a subscriber used, by itself: as other records show it.",
  });

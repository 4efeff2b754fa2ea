import { z } from "zod";
import { amountOut, createdAt, currencyOut, id, timeOut } from "../shared/answers.ts";

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

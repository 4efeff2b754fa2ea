import { z } from "zod";
import { decimalOut, id, timeOut } from "../shared/answers.ts";

export const invoiceStatuses = ["DRAFT", "OPEN", "VOID", "EXPIRED", "PAID"] as const;

/** An invoice by itself, as other nouns nest it (schema.ts adds what an invoice nests). */
export const InvoiceRecord = z
  .object({
    id: id(),
    serviceId: id(),
    paymentPlanId: id(),
    userId: id(),
    subscriptionId: id().nullable(),
    status: z.enum(invoiceStatuses).meta({
      description:
        "`DRAFT`: not due yet. `OPEN`: payment due. `PAID`: by a confirmed settlement, and only so. `EXPIRED`: `dueAt` passed unpaid. `VOID`: cancelled.",
      example: "OPEN",
    }),
    amount: decimalOut().meta({ description: "USDC with six decimals" }),
    currency: z.string().meta({ description: "Always `USDC`", example: "USDC" }),
    dueAt: timeOut().nullable().meta({ description: "null: never expires" }),
    paidAt: timeOut().nullable().meta({
      description: "When a settlement was confirmed; null before, whatever the status",
      example: null,
    }),
    createdAt: timeOut(),
  })
  .meta({ id: "InvoiceRecord" });

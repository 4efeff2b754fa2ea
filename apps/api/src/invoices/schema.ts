import { z } from "zod";
import { Plan } from "../plans/schema.ts";
import { ServiceRecord } from "../services/schema.ts";
import { SettlementRecord } from "../settlements/record.ts";
import {
  currency,
  dateTime,
  decimal,
  filterId,
  omittable,
  oneOf,
  optionalId,
  request,
  requiredId,
} from "../shared/fields.ts";
import { nextCursor, page } from "../shared/lists.ts";
import { requiredOr } from "../shared/messages.ts";
import { Subscription } from "../subscriptions/schema.ts";
import { UsageEventRecord } from "../usage-events/record.ts";
import { User } from "../users/schema.ts";
import { InvoiceRecord, invoiceStatuses } from "./record.ts";

const firstStatuses = ["DRAFT", "OPEN", "VOID", "EXPIRED"] as const;

export const NewInvoice = request({
  serviceId: requiredId(),
  paymentPlanId: requiredId().meta({ description: "A plan of the service" }),
  userId: requiredId().meta({ description: "The subscriber who is billed" }),
  amount: decimal().meta({ description: "USDC, at most six decimals; computed by you" }),
  currency: currency(),
  status: omittable(
    z
      .enum(firstStatuses, {
        error: (issue) =>
          issue.input === "PAID"
            ? "Invoices cannot be created with PAID status."
            : requiredOr(`must be one of: ${firstStatuses.join(", ")}.`)(issue),
      })
      .meta({ example: "OPEN" }),
  ).meta({ description: "Default `DRAFT`", example: "OPEN" }),
  dueAt: omittable(dateTime()).meta({
    description: "An `OPEN` invoice that is not paid by then becomes `EXPIRED`",
  }),
  subscriptionId: optionalId().meta({ description: "A subscription of this user to this plan" }),
});

export const InvoiceId = request({ invoiceId: requiredId() });

export const InvoiceQuery = request({
  serviceId: filterId(),
  paymentPlanId: filterId(),
  userId: filterId(),
  subscriptionId: filterId(),
  status: omittable(oneOf(invoiceStatuses)).meta({
    description: "Only those in this state",
    example: "OPEN",
  }),
  ...page("invoices"),
}).prefault({});

export const Invoice = z
  .object({
    ...InvoiceRecord.shape,
    service: ServiceRecord,
    paymentPlan: Plan,
    user: User,
    subscription: Subscription.pick({ id: true, status: true }).nullable(),
    settlements: z.array(SettlementRecord),
    usageEvents: z.array(UsageEventRecord),
  })
  .meta({ id: "Invoice", description: "What a subscriber owes, and what became of it." });

export const InvoicePage = z.object({
  invoices: z.array(Invoice),
  nextCursor: nextCursor("invoices"),
});

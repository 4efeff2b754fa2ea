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
import { invoiceCreatedPaid } from "./errors.ts";
import { InvoiceRecord, invoiceStatuses } from "./record.ts";

const firstStatuses = ["DRAFT", "OPEN", "VOID", "EXPIRED"] as const;

export const NewInvoice = request({
  serviceId: requiredId().meta({ description: "Id of the service that is billed" }),
  paymentPlanId: requiredId().meta({ description: "Id of the plan, which must be the service's" }),
  userId: requiredId().meta({ description: "Id of the user who is billed" }),
  amount: decimal().meta({
    description:
      "What is owed, in USDC with at most six decimal places. You work it out; it is stored as it is",
  }),
  currency: currency(),
  status: omittable(
    z
      .enum(firstStatuses, {
        error: (issue) =>
          issue.input === "PAID"
            ? invoiceCreatedPaid.message
            : requiredOr(`must be one of: ${firstStatuses.join(", ")}.`)(issue),
      })
      .meta({ example: "OPEN" }),
  ).meta({
    description:
      "`DRAFT`: not due yet. `OPEN`: payment is due, and settlements are accepted. `VOID`, `EXPIRED`: closed, for records of what was elsewhere. Default `DRAFT`",
    example: "OPEN",
  }),
  dueAt: omittable(dateTime()).meta({
    description: "When an `OPEN` invoice that is not paid becomes `EXPIRED`. Default: never",
  }),
  subscriptionId: optionalId().meta({
    description: "Id of the subscription that is billed: this user's, to this plan. Default: none",
  }),
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
    subscription: Subscription.pick({ id: true, status: true }).nullable().meta({
      description: "The subscription that is billed; null where it is none",
    }),
    settlements: z.array(SettlementRecord).meta({
      description: "Every attempt to pay it, those that failed too, newest first",
    }),
    usageEvents: z.array(UsageEventRecord).meta({
      description: "The usage events that were recorded with its id, newest first",
    }),
  })
  .meta({ id: "Invoice", description: "What a subscriber owes, and what became of it." });

export const InvoicePage = z.object({
  invoices: z.array(Invoice).meta({ description: "Newest first" }),
  nextCursor: nextCursor("invoices"),
});

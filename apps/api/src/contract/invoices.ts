import { z } from "zod";
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
} from "../lib/fields.ts";
import { nextCursor, page } from "../lib/lists.ts";
import { requiredOr } from "../lib/messages.ts";
import type { RefusalTerms } from "../lib/refusal.ts";
import { Plan } from "./plans.ts";
import { InvoiceRecord, invoiceStatuses, SettlementRecord, UsageEventRecord } from "./records.ts";
import { ServiceRecord } from "./services.ts";
import type { InvoiceState } from "./states.ts";
import { Subscription } from "./subscriptions.ts";
import { User } from "./users.ts";

export const invoiceNotFound: RefusalTerms = {
  kind: "not_found",
  message: "Invoice was not found.",
};

export const usageOfAnotherSubscription: RefusalTerms = {
  kind: "conflict",
  message: "Invoice has usage of another subscription than its own.",
};

export const invoiceCreatedPaid: RefusalTerms = {
  kind: "invalid",
  message: "Invoices cannot be created with PAID status.",
};

export const planNotOfSubscription: RefusalTerms = {
  kind: "invalid",
  message: "Payment plan does not match the subscription.",
};

export const invoiceCannotMove = (from: InvoiceState, to: InvoiceState): RefusalTerms => ({
  kind: "conflict",
  message: `Invoice cannot move from ${from} to ${to}.`,
});

const firstStatuses = ["DRAFT", "OPEN", "VOID", "EXPIRED"] as const;

export const NewInvoice = request({
  serviceId: requiredId().meta({ description: "Id of the service" }),
  paymentPlanId: requiredId().meta({
    description: "Id of the plan, which must belong to the service",
  }),
  userId: requiredId().meta({ description: "Id of the billed user" }),
  amount: decimal().meta({
    description:
      "Amount due, in USDC with at most six decimal places. You calculate it; the service does not change it",
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
      "`DRAFT`: not due yet. `OPEN`: payment is due, and settlements are accepted. `VOID`, `EXPIRED`: closed, for invoices imported from another system. Default `DRAFT`",
    example: "OPEN",
  }),
  dueAt: omittable(dateTime()).meta({
    description: "When the invoice becomes `EXPIRED` if it is still `OPEN`. Default: never",
  }),
  subscriptionId: optionalId().meta({
    description:
      "Id of the billed subscription. It must be this user's subscription to this plan. Default: none",
  }),
});

export const InvoiceId = request({ invoiceId: requiredId() });

export const InvoiceQuery = request({
  serviceId: filterId(),
  paymentPlanId: filterId(),
  userId: filterId(),
  subscriptionId: filterId(),
  status: omittable(oneOf(invoiceStatuses)).meta({
    description: "Only invoices with this status",
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
      description: "The billed subscription; null if there is none",
    }),
    settlements: z.array(SettlementRecord).meta({
      description: "All attempts to pay the invoice, including failed ones, newest first",
    }),
    usageEvents: z.array(UsageEventRecord).meta({
      description: "The usage events recorded with the invoice's id, newest first",
    }),
  })
  .meta({
    id: "Invoice",
    description: "An amount due from a subscriber, with its settlements and usage events.",
  });

export const OneInvoice = z.compile(z.object({ invoice: Invoice }));

export const InvoicePage = z.object({
  invoices: z.array(Invoice).meta({ description: "Newest first" }),
  nextCursor: nextCursor("invoices"),
});

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
import { type RefusalTerms, recordNotFound, referencedRecordNotFound } from "../lib/refusal.ts";
import { Plan } from "./plans.ts";
import { InvoiceRecord, invoiceStatuses, SettlementRecord, UsageEventRecord } from "./records.ts";
import { ServiceRecord } from "./services.ts";
import type { InvoiceState } from "./states.ts";
import { Subscription } from "./subscriptions.ts";
import { User } from "./users.ts";

export const invoiceNotFound = recordNotFound({
  code: "invoice_not_found",
  param: "invoiceId",
  message: "Invoice was not found.",
});

/** An invoice that the input of another noun names. */
export const referencedInvoiceNotFound: RefusalTerms = {
  ...invoiceNotFound,
  message: referencedRecordNotFound,
};

export const usageOfAnotherSubscription: RefusalTerms = {
  kind: "conflict",
  code: "usage_of_another_subscription",
  message: "Invoice has usage of another subscription than its own.",
  meaning:
    "Usage events of another subscription were recorded with the invoice's id, so its usage hash is not defined.",
  remedy: "Record usage only with the id of an invoice of the same subscription.",
};

export const invoiceCreatedPaid: RefusalTerms = {
  kind: "invalid",
  code: "invoice_created_paid",
  param: "status",
  message: "Invoices cannot be created with PAID status.",
  meaning: "An invoice becomes `PAID` only by a confirmed settlement.",
  remedy: "Create the invoice as `OPEN` and settle it.",
};

export const planNotOfSubscription: RefusalTerms = {
  kind: "invalid",
  code: "plan_not_of_subscription",
  param: "paymentPlanId",
  message: "Payment plan does not match the subscription.",
  meaning: "The subscription is to another plan of the service.",
  remedy: "Send the `paymentPlanId` of the subscription.",
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
}).strip();

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

import { z } from "zod";
import { amountOut, component, currencyOut, decimalOut, id, timeOut } from "../kit/answers.ts";
import { exampleHash } from "../kit/evm-fields.ts";
import { Plan } from "./plans.ts";
import { ServiceRecord } from "./services.ts";
import { Subscription } from "./subscriptions.ts";
import { User } from "./users.ts";

/** How long usage may still arrive after the end of its period, or of its subscription, unless the caller says otherwise. */
export const usualGraceSeconds = 3_600;

const Line = z.object({
  description: z.string().meta({ description: "What is billed, in one line", example: "Requests" }),
  quantity: z.string().meta({ description: "How much of it", example: "250" }),
  unitAmount: z.string().meta({ description: "Price of one unit in USDC", example: "0.0025" }),
  amount: z.string().meta({
    description:
      "Amount of the line in USDC, with six decimal places; negative if it is a deduction",
    example: "0.625000",
  }),
});

const Correction = z.object({
  action: z.enum(["CREDIT", "VOID"]).meta({
    description:
      "`CREDIT`: create a credit note of the amount for the invoice, with this `billNumber`. `VOID`: void the invoice, which is not paid and of which nothing, or less than `leastAmount`, would stay due. A draft is voided in any case, and the next bill asks for the rest",
    example: "CREDIT",
  }),
  invoiceId: id(),
  amount: amountOut(),
});

export const UpcomingInvoice = component(
  "UpcomingInvoice",
  "The next bill of a subscription's usage. It is not stored.",
  {
    subscriptionId: id(),
    serviceId: id(),
    paymentPlanId: id(),
    userId: id().meta({ description: "Id of the subscriber" }),
    status: z.enum(["RUNNING", "WAITING", "DUE", "OWED", "DONE"]).meta({
      description:
        "`RUNNING`: the period is not over, and this is what it costs so far. `WAITING`: it is over, and its usage may still arrive. `DUE`: create the invoice. `OWED`: the subscription has ended, and the subscriber is owed `carriedForward`. `DONE`: nothing more will be billed, unless usage is corrected",
      example: "RUNNING",
    }),
    billNumber: z.int().meta({
      description:
        "Number of the next bill of the subscription. Send it to `POST /invoices`, so that of several callers only one bills",
      example: 1,
    }),
    periodStart: timeOut().meta({ description: "When the billed period began" }),
    periodEnd: timeOut().nullable().meta({
      description:
        "When the billed period ended or will end. A cancellation ends it early. Null if it has no end yet",
    }),
    dueAt: timeOut().nullable().meta({
      description:
        "When the bill is due: after the period's end and the grace. Null if the period has no end yet, or nothing will be billed",
    }),
    calculatedAt: timeOut().meta({ description: "The service's time when this was calculated" }),
    amount: amountOut().meta({
      description:
        "What the invoice bills, in USDC. 0 if that is less than `leastAmount`: then all of it is carried forward",
    }),
    currency: currencyOut(),
    lines: z.array(Line).meta({
      description:
        "The lines of the invoice: what the period costs by each price, `prepaid` as one line that takes it off, and `broughtForward` as one line. They add up to `amount` and `carriedForward`",
    }),
    prepaid: amountOut().meta({
      description:
        "What a prepaid balance has paid for the period's usage, in USDC. It is taken off. 0 if the bill is for changes alone",
      example: "0.000000",
    }),
    broughtForward: decimalOut().meta({
      description:
        "What earlier periods cost more by now than was prepaid and billed for them, in USDC. Less than 0 if they cost less: a credit",
      example: "-4.000000",
    }),
    carriedForward: decimalOut().meta({
      description:
        "What this invoice leaves to the next one, in USDC. Less than 0 if the subscriber is owed it",
      example: "0.000000",
    }),
    usageEventCount: z
      .int()
      .meta({ description: "Number of the period's usage events", example: 2 }),
    usageHash: z.string().nullable().meta({
      description:
        "Hash of what the bill commits to, as docs/proofs.md specifies. Send it to `POST /invoices`, which refuses it if the usage has changed. Null unless the status is `DUE`",
      example: exampleHash,
    }),
    correction: Correction.nullable().meta({
      description:
        "How to give back what the subscriber is owed, if the status is `OWED`. Null otherwise, and if no invoice is left to credit",
      example: null,
    }),
  },
);

export const UpcomingCharge = component(
  "UpcomingCharge",
  "What an active subscription has used and what its next period costs. It is not stored.",
  {
    subscription: Subscription,
    service: ServiceRecord.pick({ id: true, name: true }).meta({ description: "The service" }),
    paymentPlan: Plan.pick({ id: true, name: true, pricingType: true }).meta({
      description: "The plan",
    }),
    user: User.pick({ id: true, email: true }).meta({ description: "The subscriber" }),
    accrued: amountOut().nullable().meta({
      description:
        "What the next bill of the usage asks for, or leaves to a later one because it is less than 0.01, in USDC. Null if no rate card is in effect, or see `failure`",
    }),
    renewal: amountOut().nullable().meta({
      description:
        "The price of the next period in USDC; null if the subscription does not renew at a fixed price",
      example: null,
    }),
    upcomingInvoice: UpcomingInvoice.nullable().meta({
      description: "The next bill of the usage; null where `accrued` is",
    }),
    failure: z.string().nullable().meta({
      description: "Why the next bill could not be calculated; null if it could",
      example: null,
    }),
  },
);

export const UpcomingTotals = component(
  "UpcomingTotals",
  "What active subscriptions have used and what their next periods cost, together.",
  {
    accrued: amountOut().meta({ description: "Sum of `accrued`, in USDC" }),
    renewals: amountOut().meta({ description: "Sum of `renewal`, in USDC" }),
    subscriptionCount: z
      .int()
      .meta({ description: "Number of subscriptions that were added up", example: 2 }),
    isComplete: z.boolean().meta({
      description:
        "Whether these are all active subscriptions. Otherwise there are more, or the bill of one could not be calculated",
      example: true,
    }),
  },
);

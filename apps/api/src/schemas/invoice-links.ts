import { z } from "zod";
import { component } from "../kit/answers.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";
import { Dispute } from "./disputes.ts";
import { linkOf } from "./idempotency.ts";
import { CurrentPayment, TermsOut } from "./payments.ts";
import { InvoiceRecord } from "./records.ts";
import { sums } from "./usage-summary.ts";

/*
 * The page of an invoice calls these operations without an API key. Anyone with the link can call them, so their answers
 * tell only what this invoice bills, and to whom.
 */

export const invoiceLinkNotFound: RefusalTerms = {
  ...recordNotFound("invoice_link_not_found", "linkToken"),
  meaning: "No invoice has this link, or its seller has replaced the link.",
  remedy: "Ask the seller for the invoice's current `url`.",
};

export const InvoiceLink = linkOf("invoice");

export const OneInvoicePaymentStatus = z.object({
  invoiceStatus: component("InvoicePaymentStatus", "The state of an invoice's payment.", {
    status: InvoiceRecord.shape.status,
    terms: TermsOut,
    payment: CurrentPayment,
  }),
});

/** A dispute, as the page of its invoice shows it. */
export const LinkedDispute = component("LinkedDispute", "A dispute of an invoice.", {
  ...Dispute.pick({
    id: true,
    status: true,
    reason: true,
    amount: true,
    answer: true,
    createdAt: true,
    closedAt: true,
  }).shape,
  usageEventCount: z.int().meta({ description: "How many usage events are disputed", example: 3 }),
});

export const OneLinkedDispute = z.object({ dispute: LinkedDispute });

/* The usage that an invoice bills, for its page. Every answer is bounded, however much usage there is. */

/** The maximum number of events that the sums include. */
export const maxSummedEvents = 100_000;
export const maxPrefixes = 6;
/** A span of fewer days is shown by day, a longer one by month, and one of many years by year. */
export const maxDays = 62;
export const maxMonths = 60;

const UsageByPrefix = z.object({
  prefix: z.string().meta({
    description: "The part of the events' keys before the first `:`",
    example: "requests",
  }),
  ...sums,
  intervals: z
    .array(
      z.object({
        start: z.string().meta({
          description: "First day of the interval, in UTC",
          example: "2026-01-31",
        }),
        ...sums,
      }),
    )
    .meta({ description: "The intervals that have usage, oldest first" }),
});

/** The usage by prefix, as the pages of invoices and portals show it. */
export const usagePrefixes = {
  prefixes: z.array(UsageByPrefix).meta({
    description: `The usage by prefix, most events first; at most ${maxPrefixes} prefixes`,
  }),
  hasMorePrefixes: z.boolean().meta({
    description: "Whether there are more prefixes",
    example: false,
  }),
};

export const OneInvoiceUsage = z.object({
  invoiceUsage: component("InvoiceUsage", "The usage that an invoice bills, added up.", {
    count: z.int().meta({
      description: `Number of events, at most ${maxSummedEvents}: ${maxSummedEvents} means that the sums are of the newest ${maxSummedEvents} events`,
      example: 2,
    }),
    interval: z.enum(["DAY", "MONTH", "YEAR"]).meta({
      description: `The length of the intervals: \`DAY\` if the usage spans fewer than ${maxDays} days, \`MONTH\` if it spans fewer than ${maxMonths} months`,
      example: "DAY",
    }),
    ...usagePrefixes,
  }),
});

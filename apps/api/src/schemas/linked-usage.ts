import { z } from "zod";
import { cursor, limit, nextCursor, type Place, readPlace } from "../kit/lists.ts";
import type { RefusalTerms } from "../kit/refusal.ts";
import { InvoiceLink } from "./invoice-links.ts";
import { HashedInvoice, HashedUsageEvent } from "./settlement-proofs.ts";
import { sums } from "./usage-summary.ts";

/* The usage that an invoice bills, for its page. Every answer is bounded, however much usage there is. */

/** Of the most events, the sums tell. */
export const maxSummedEvents = 100_000;
export const maxPrefixes = 6;
/** A span of fewer days is shown by day, a longer one by month, and one of many years by year. */
export const maxDays = 62;
export const maxMonths = 60;

export const invoiceNotPaid: RefusalTerms = {
  kind: "conflict",
  code: "invoice_link_not_paid",
  message: "Invoice is not PAID.",
  meaning:
    "The page shows single usage events and the proof of the payment only once the invoice is `PAID`.",
  remedy: "Poll the status of the payment until the invoice is `PAID`.",
};

export const UsageByPrefix = z.object({
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

export const OneInvoiceUsage = z.object({
  invoiceUsage: z
    .object({
      count: z.int().meta({
        description: `Number of events, at most ${maxSummedEvents}: ${maxSummedEvents} means that the sums are of the newest ${maxSummedEvents} events`,
        example: 2,
      }),
      interval: z.enum(["DAY", "MONTH", "YEAR"]).meta({
        description: `The length of the intervals: \`DAY\` if the usage spans fewer than ${maxDays} days, \`MONTH\` if it spans fewer than ${maxMonths} months`,
        example: "DAY",
      }),
      prefixes: z.array(UsageByPrefix).meta({
        description: `The usage by prefix, most events first; at most ${maxPrefixes} prefixes`,
      }),
      hasMorePrefixes: z.boolean().meta({
        description: "Whether there are more prefixes",
        example: false,
      }),
    })
    .meta({ id: "InvoiceUsage", description: "The usage that an invoice bills, added up." }),
});

const list = "invoice-links/usage-events";
const maxPage = 1_000;

export const BilledUsageQuery = InvoiceLink.extend({
  limit: limit(maxPage, maxPage).transform((given) => given ?? maxPage),
  cursor: cursor<Place>((text) => readPlace(list, text)),
});

export const BilledUsagePage = z.object({
  invoice: HashedInvoice,
  usageEvents: z.array(HashedUsageEvent).meta({ description: "Newest first" }),
  nextCursor: nextCursor(list),
});

import type { z } from "zod";
import type { Queryable } from "../db/client.ts";
import {
  maxDays,
  maxMonths,
  maxPrefixes,
  maxSummedEvents,
  type OneInvoiceUsage,
} from "../schemas/invoice-links.ts";
import { sumUsageOfInvoice } from "./store.ts";
import { usageByPrefix } from "./summarize-usage.ts";

type InvoiceUsage = z.input<typeof OneInvoiceUsage>["invoiceUsage"];

const bounds = {
  events: maxSummedEvents,
  prefixes: maxPrefixes,
  days: maxDays,
  months: maxMonths,
};
const intervals = { day: "DAY", month: "MONTH", year: "YEAR" } as const;

/** Adds up the usage of an invoice. Postgres does, so the service reads a few hundred rows at most. */
export async function sumInvoiceUsage(
  { db }: { readonly db: Queryable },
  invoiceId: string,
): Promise<InvoiceUsage> {
  const sums = await sumUsageOfInvoice(db, invoiceId, bounds);
  const [first] = sums;
  return {
    count: first?.total ?? 0,
    interval: intervals[first?.interval ?? "day"],
    ...usageByPrefix(sums, maxPrefixes),
  };
}

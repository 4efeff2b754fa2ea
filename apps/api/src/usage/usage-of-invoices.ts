import { wholeBatches } from "../db/citus/whole-batches.ts";
import type { Queryable } from "../db/client.ts";
import type { UsageEvent } from "../db/generated/client.ts";
import { countOfInvoice, findNewestOfInvoice } from "./store.ts";

/* The usage events of invoices on a distributed table, which Citus joins with no other. Readers see whole batches. */

interface InvoiceUsage {
  /** The newest events, newest first. */
  readonly usageEvents: UsageEvent[];
  /** How many there are, counted up to a number. */
  readonly usageEventCount: number;
}

/** @returns the usage of each invoice, in order */
export async function findUsageOfInvoices(
  db: Queryable,
  invoiceIds: readonly string[],
  max: { readonly listed: number; readonly counted: number },
): Promise<InvoiceUsage[]> {
  const whole = await wholeBatches(db);
  return Promise.all(
    invoiceIds.map(async (id) => {
      const usageEvents = await findNewestOfInvoice(db, id, whole, max.listed);
      const isAll = usageEvents.length < max.listed;
      const usageEventCount = isAll
        ? usageEvents.length
        : await countOfInvoice(db, id, whole, max.counted);
      return { usageEvents, usageEventCount };
    }),
  );
}

/** @returns the number of events of each invoice, in order, counted up to `max` */
export async function countUsageOfInvoices(
  db: Queryable,
  invoiceIds: readonly string[],
  max: number,
): Promise<number[]> {
  const whole = await wholeBatches(db);
  return Promise.all(invoiceIds.map((id) => countOfInvoice(db, id, whole, max)));
}

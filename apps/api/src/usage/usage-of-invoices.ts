import type { BilledEvent } from "@usance/usage-hash";
import { wholeBatches } from "../db/citus/nodes.ts";
import type { Queryable } from "../db/client.ts";
import type { UsageEvent } from "../db/generated/client.ts";
import type { Page, PageRequest } from "../kit/lists.ts";
import { formatAmount } from "../kit/money.ts";
import {
  type BilledUsageRow,
  countOfInvoice,
  findBilledPage,
  findNewestOfInvoice,
  findUsageOfInvoice,
} from "./store.ts";

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

/** How many events are on a page: few enough that other requests run in between. */
const pageSize = 200;

/**
 * Reads the events of an invoice as the usage hash needs them, a page at a time: ordered by the bytes of their ids.
 *
 * @param tx a transaction that is one snapshot
 */
export const readBilledUsage = (tx: Queryable, invoiceId: string) =>
  findUsageOfInvoice(tx, invoiceId, pageSize);

/** Reads a page of the events of an invoice as the usage hash needs them, newest first. */
export async function readBilledPage(
  { db }: { readonly db: Queryable },
  invoiceId: string,
  page: PageRequest,
): Promise<Page<BilledEvent>> {
  const found = await findBilledPage(db, invoiceId, page);
  const rows = found.slice(0, page.limit);
  return { rows: rows.map(billed), next: found.length > page.limit ? (rows.at(-1) ?? null) : null };
}

function billed({
  id,
  subscriptionId,
  eventKey,
  quantity,
  occurredAt,
}: BilledUsageRow): BilledEvent {
  const amounts = { quantity: formatAmount(quantity), occurredAt: occurredAt.toISOString() };
  return { id, subscriptionId, eventKey, ...amounts };
}

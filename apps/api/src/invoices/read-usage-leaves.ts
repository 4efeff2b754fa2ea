import type { BilledEvent, BilledInvoice } from "@usance/usage-hash";
import { inSnapshot, type Queryable } from "../db/client.ts";
import { formatAmount } from "../kit/money.ts";
import { Refusal } from "../kit/refusal.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { invoiceNotFound, usageOfAnotherSubscription } from "../schemas/invoices.ts";
import { readBilledUsage } from "../usage/read-billed-usage.ts";
import { type FoundEvent, hashInWorker } from "./hash-in-worker.ts";
import { findInvoiceRecord } from "./store.ts";

interface UsageLeaves {
  readonly invoice: BilledInvoice;
  /** 32 bytes per event. Nothing else is kept in memory of a long list. */
  readonly leaves: Uint8Array;
  readonly count: number;
  /** The requested event; null when the invoice has no event with this id. */
  readonly found: FoundEvent | null;
}

/** How many pages of events may wait to be hashed: the snapshot ends before the hashing of what they have. */
const maxPagesAhead = 100;

/** Reads an invoice and the leaves of its usage hash in one snapshot. */
export async function readUsageLeaves(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  invoiceId: string,
  lookedFor?: string,
): Promise<UsageLeaves> {
  const read = await inSnapshot(db, (tx) => readPages(tx, tenant, invoiceId, lookedFor));
  const { pages, ...rest } = read;
  return { ...rest, leaves: Buffer.concat(await Promise.all(pages)) };
}

async function readPages(
  tx: Queryable,
  tenant: Parts["tenant"],
  invoiceId: string,
  lookedFor: string | undefined,
) {
  const row = await findInvoiceRecord(tx, invoiceId, tenant);
  if (row === null) throw new Refusal(invoiceNotFound);
  const { id, subscriptionId, amount, currency } = row;
  const invoice = { id, subscriptionId, amount: formatAmount(amount), currency };

  const pages: Promise<Uint8Array>[] = [];
  let count = 0;
  let found: FoundEvent | null = null;
  for await (const events of readBilledUsage(tx, id)) {
    if (events.some((event) => isOfAnother(event, subscriptionId))) {
      throw new Refusal(usageOfAnotherSubscription);
    }
    const index = events.findIndex((event) => event.id === lookedFor);
    const event = events[index];
    if (event !== undefined) found = { event, index: count + index };
    count += events.length;
    const page = hashInWorker({ kind: "leaves", invoice, events });
    page.catch(() => undefined); // it is awaited later, unless the reading fails first
    pages.push(page);
    await pages.at(-1 - maxPagesAhead);
  }
  return { invoice, pages, count, found };
}

const isOfAnother = (event: BilledEvent, subscriptionId: string | null) =>
  subscriptionId !== null && event.subscriptionId !== subscriptionId;

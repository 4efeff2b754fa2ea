import type { Invoice } from "../../db/generated/client.ts";
import type { DueRecord } from "../../lib/sweep.ts";
import type { Parts } from "../../ports/parts.ts";
import { nextCollection } from "./collection-schedule.ts";
import { acceptsSettlement, findHeldInvoice } from "./get-invoice.ts";
import { findToCollect, setCollection } from "./store.ts";

/** A page of the invoices whose next attempt to collect them is due, oldest first. */
export function findInvoicesToCollect(
  { db, tenant, now }: Pick<Parts, "db" | "tenant"> & { readonly now: Date },
  after: DueRecord | null,
): Promise<DueRecord[]> {
  return findToCollect(db, { tenant, now, after });
}

/**
 * Takes the next attempt to collect an invoice, and says when the one after it is, in the transaction that
 * makes it.
 *
 * @returns the invoice, held; null when somebody else has taken it, or when it is open no more
 */
export async function takeCollection(parts: Parts, id: string): Promise<Invoice | null> {
  const { db, clock, tenant } = parts;
  const now = clock.now();
  const invoice = await findHeldInvoice(db, id, tenant);
  if (invoice === null || invoice.collectAt === null || invoice.collectAt > now) return null;
  const isOpen = acceptsSettlement(invoice, now);
  await setCollection(db, id, isOpen ? nextCollection(invoice.createdAt, now) : null);
  return isOpen ? invoice : null;
}

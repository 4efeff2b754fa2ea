import type { InTransaction } from "../../db/client.ts";
import type { DueRecord } from "../../lib/sweep.ts";
import type { Parts } from "../../ports/parts.ts";
import { announceInvoice } from "./announce-invoice.ts";
import { findPastDue, moveInvoice } from "./store.ts";

/**
 * `OPEN` → `EXPIRED`, for an invoice whose `dueAt` has passed. An invoice that was paid or voided in the meantime is
 * not changed.
 */
export async function expireInvoice(parts: InTransaction, id: string): Promise<void> {
  const { tx, now } = parts;
  if (await moveInvoice(tx, id, "expire", { updatedAt: now })) {
    await announceInvoice(parts, "invoice.expired", id);
  }
}

/** Finds a page of a tenant's unpaid invoices whose `dueAt` has passed, oldest first. */
export function findInvoicesPastDue(
  { db, tenant, now }: Pick<Parts, "db" | "tenant"> & { readonly now: Date },
  after: DueRecord | null,
): Promise<DueRecord[]> {
  return findPastDue(db, { tenant, now, after });
}

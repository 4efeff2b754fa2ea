import type { Queryable } from "../../db/client.ts";
import type { Invoice } from "../../db/generated/client.ts";
import type { Tenant } from "../../lib/tenant.ts";
import { nextCollection } from "./collection-schedule.ts";
import { acceptsSettlement, findHeldInvoice } from "./get-invoice.ts";
import { findDueInvoices, setCollection } from "./store.ts";

const pageSize = 100;

/** Invoices whose next attempt to collect them is due, oldest first. */
export function findInvoicesToCollect({
  db,
  tenant,
  now,
}: {
  readonly db: Queryable;
  readonly tenant: Tenant;
  readonly now: Date;
}): Promise<string[]> {
  return findDueInvoices(db, tenant, { by: "collectAt", now, limit: pageSize });
}

/**
 * Takes the next attempt to collect an invoice and schedules the one after it, in the transaction that makes the
 * attempt.
 *
 * @returns the invoice, locked; null when somebody else has taken the attempt, or when it is no longer open
 */
export async function takeCollection(
  { tx, tenant, now }: { readonly tx: Queryable; readonly tenant: Tenant; readonly now: Date },
  id: string,
): Promise<Invoice | null> {
  const invoice = await findHeldInvoice(tx, id, tenant);
  if (invoice === null || invoice.collectAt === null || invoice.collectAt > now) return null;
  const isOpen = acceptsSettlement(invoice, now);
  await setCollection(tx, id, isOpen ? nextCollection(invoice.createdAt, now) : null);
  return isOpen ? invoice : null;
}

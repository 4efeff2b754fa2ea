import type { Queryable } from "../db/client.ts";
import type { Invoice } from "../db/generated/client.ts";
import type { Parts } from "../parts.ts";
import { Refusal } from "../shared/refusal.ts";
import { everyone, type Tenant } from "../shared/tenant.ts";
import { invoiceNotFound } from "./errors.ts";
import { expireInvoice } from "./expire-invoice.ts";
import { findInvoice, findInvoiceRecord, type InvoiceRow, lockInvoice } from "./store.ts";

/** The invoice as of now: one whose `dueAt` has passed unpaid is `EXPIRED`. */
export async function getInvoice(parts: Parts, id: string): Promise<InvoiceRow> {
  const invoice = await findInvoice(parts.db, id, parts.tenant);
  if (invoice === null) throw new Refusal(invoiceNotFound);
  return (await expireInvoice(parts, invoice)) ? getInvoice(parts, id) : invoice;
}

/** The same without what it nests, for operations on an invoice that a caller named. */
export async function findInvoiceAsOfNow(parts: Parts, id: string): Promise<Invoice | null> {
  const invoice = await findInvoiceRecord(parts.db, id, parts.tenant);
  if (invoice === null) return null;
  return (await expireInvoice(parts, invoice)) ? findInvoiceAsOfNow(parts, id) : invoice;
}

/** The invoice's row, held until the transaction ends: nothing else moves it meanwhile. */
export async function holdInvoice(tx: Queryable, id: string): Promise<Invoice> {
  const invoice = await findHeldInvoice(tx, id, everyone);
  if (invoice === null) throw new Refusal(invoiceNotFound);
  return invoice;
}

/** The same for one that a caller named, and that may be none of theirs. */
export function findHeldInvoice(
  tx: Queryable,
  id: string,
  tenant: Tenant,
): Promise<Invoice | null> {
  return lockInvoice(tx, id, tenant);
}

/** Whether an invoice may be settled now: it is due, and its time is not up. */
export function acceptsSettlement({ status, dueAt }: Invoice, now: Date): boolean {
  return status === "OPEN" && (dueAt === null || dueAt > now);
}

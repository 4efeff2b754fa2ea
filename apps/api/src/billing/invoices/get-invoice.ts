import { invoiceNotFound } from "../../contract/invoices.ts";
import type { Queryable } from "../../db/client.ts";
import type { Invoice } from "../../db/generated/client.ts";
import { Refusal, referencedRecordNotFound } from "../../lib/refusal.ts";
import { everyone, type Tenant } from "../../lib/tenant.ts";
import type { Parts } from "../../ports/parts.ts";
import { expireInvoice } from "./expire-invoice.ts";
import {
  findInvoice,
  findInvoiceRecord,
  findInvoicesAsked,
  type InvoiceRow,
  lockInvoices,
} from "./store.ts";

/** The invoice as of now: one whose `dueAt` has passed unpaid is `EXPIRED`. */
export function getInvoice(parts: Parts, id: string): Promise<InvoiceRow> {
  return asOfNow(parts, () => findInvoice(parts.db, id, parts.tenant));
}

/** The same outside a transaction, batched with other reads of invoices at about the same time. */
export function readInvoice(parts: Parts, id: string): Promise<InvoiceRow> {
  const { batch, tenant } = parts;
  return asOfNow(parts, () => batch.read(findInvoicesAsked, { id, tenant }));
}

async function asOfNow(parts: Parts, find: () => Promise<InvoiceRow | null>): Promise<InvoiceRow> {
  const invoice = await find();
  if (invoice === null) throw new Refusal(invoiceNotFound);
  return (await expireInvoice(parts, invoice)) ? asOfNow(parts, find) : invoice;
}

/** Its own fields alone, of an invoice that a caller named as another record's. */
export async function getInvoiceRecord(parts: Parts, id: string): Promise<Invoice> {
  const invoice = await findInvoiceRecord(parts.db, id, parts.tenant);
  if (invoice === null || invoice.userId === null) throw new Refusal(referencedRecordNotFound);
  return invoice;
}

/**
 * The invoices' rows, held until the transaction ends: nothing else moves them meanwhile.
 *
 * @returns them by their ids, all of which are known to be there
 */
export async function holdInvoices(
  tx: Queryable,
  ids: readonly string[],
): Promise<(id: string) => Invoice> {
  const invoices = new Map((await lockInvoices(tx, ids, everyone)).map((row) => [row.id, row]));
  return (id) => {
    const invoice = invoices.get(id);
    if (invoice === undefined) throw new Refusal(invoiceNotFound);
    return invoice;
  };
}

/** The same for one that a caller named, and that may be none of theirs. */
export async function findHeldInvoice(
  tx: Queryable,
  id: string,
  tenant: Tenant,
): Promise<Invoice | null> {
  const [invoice] = await lockInvoices(tx, [id], tenant);
  return invoice ?? null;
}

/** An invoice's own fields, whosever it is, if there is one; it is not held. */
export function peekInvoice(db: Queryable, id: string): Promise<Invoice | null> {
  return findInvoiceRecord(db, id, everyone);
}

/** Whether an invoice may be settled now: it is due, and its time is not up. */
export function acceptsSettlement({ status, dueAt }: Invoice, now: Date): boolean {
  return status === "OPEN" && (dueAt === null || dueAt > now);
}

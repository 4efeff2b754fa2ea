import { invoiceNotFound } from "../../contract/invoices.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { upToDate } from "../../ports/up-to-date.ts";
import { findInvoice, findInvoicesAsked, type InvoiceRow } from "./store.ts";

type LoadParts = Pick<Parts, "db" | "tenant" | "due">;

/**
 * Loads an invoice. A due expiry is applied first.
 *
 * @throws Refusal 404 when the tenant has no such invoice
 */
export function loadInvoice(parts: LoadParts, id: string): Promise<InvoiceRow> {
  return loadWith(parts, () => findInvoice(parts.db, id, parts.tenant));
}

/** The same as `loadInvoice`, but outside a transaction, in one statement with the invoices of concurrent requests. */
export function loadInvoiceInBatch(
  parts: LoadParts & Pick<Parts, "batch">,
  id: string,
): Promise<InvoiceRow> {
  const { batch, tenant } = parts;
  return loadWith(parts, () => batch.read(findInvoicesAsked, { id, tenant }));
}

function loadWith(
  { db, due }: Pick<LoadParts, "db" | "due">,
  find: () => Promise<InvoiceRow | null>,
): Promise<InvoiceRow> {
  const read = async () => {
    const invoice = await find();
    if (invoice === null) throw new Refusal(invoiceNotFound);
    return invoice;
  };
  return upToDate({ db, due }, read, (invoice) => ({ invoices: [invoice] }));
}

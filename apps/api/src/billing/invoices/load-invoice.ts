import { invoiceNotFound } from "../../contract/invoices.ts";
import type { Amount } from "../../lib/money.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { upToDate } from "../../ports/up-to-date.ts";
import { shownInvoice } from "./shown-invoice.ts";
import { findInvoice, findInvoicesAsked, type InvoiceRow } from "./store.ts";

type LoadParts = Pick<Parts, "db" | "tenant" | "due" | "checkoutUrl">;

/** An invoice with the address of its page and what is due. */
export type InvoiceView = InvoiceRow & { readonly url: string; readonly amountDue: Amount };

/**
 * Loads an invoice. A due expiry is applied first.
 *
 * @throws Refusal 404 when the tenant has no such invoice
 */
export function loadInvoice(parts: LoadParts, id: string): Promise<InvoiceView> {
  return loadWith(parts, () => findInvoice(parts.db, id, parts.tenant));
}

/** The same as `loadInvoice`, but outside a transaction, in one statement with the invoices of concurrent requests. */
export function loadInvoiceInBatch(
  parts: LoadParts & Pick<Parts, "batch">,
  id: string,
): Promise<InvoiceView> {
  const { batch, tenant } = parts;
  return loadWith(parts, () => batch.read(findInvoicesAsked, { id, tenant }));
}

async function loadWith(
  { db, due, checkoutUrl }: Pick<LoadParts, "db" | "due" | "checkoutUrl">,
  find: () => Promise<InvoiceRow | null>,
): Promise<InvoiceView> {
  const read = async () => {
    const invoice = await find();
    if (invoice === null) throw new Refusal(invoiceNotFound);
    return invoice;
  };
  const invoice = await upToDate({ db, due }, read, (invoice) => ({ invoices: [invoice] }));
  return shownInvoice({ checkoutUrl }, invoice);
}

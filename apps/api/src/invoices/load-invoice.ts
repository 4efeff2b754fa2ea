import type { Amount } from "../kit/money.ts";
import { Refusal } from "../kit/refusal.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { upToDate } from "../operation/ports/up-to-date.ts";
import { invoiceNotFound } from "../schemas/invoices.ts";
import { findInvoiceTexts, type InvoiceText } from "./invoice-texts.ts";
import { shownInvoice } from "./shown-invoice.ts";
import { findInvoice, type InvoiceRow } from "./store.ts";

type LoadParts = Pick<Parts, "db" | "tenant" | "due" | "checkoutUrl">;

/** An invoice with the address of its page and what is due. */
export type InvoiceView = InvoiceRow & { readonly url: string; readonly amountDue: Amount };

/**
 * Loads an invoice. A due expiry is applied first.
 *
 * @throws Refusal 404 when the tenant has no such invoice
 */
export async function loadInvoice(parts: LoadParts, id: string): Promise<InvoiceView> {
  const { db, tenant } = parts;
  return shownInvoice(parts, await found(parts, () => findInvoice(db, id, tenant)));
}

/** The same as JSON, outside a transaction, in one statement with the invoices of concurrent requests. */
export async function loadInvoiceText(
  parts: LoadParts & Pick<Parts, "batch">,
  id: string,
): Promise<string> {
  const { batch, tenant, checkoutUrl } = parts;
  const find = () => batch.read(findInvoiceTexts, { id, tenant, checkoutUrl }, tenant);
  return (await found(parts, find)).text;
}

function found<Invoice extends InvoiceText | InvoiceRow>(
  { db, due }: Pick<LoadParts, "db" | "due">,
  find: () => Promise<Invoice | null>,
): Promise<Invoice> {
  const read = async () => {
    const invoice = await find();
    if (invoice === null) throw new Refusal(invoiceNotFound);
    return invoice;
  };
  return upToDate({ db, due }, read, (invoice) => ({ invoices: [invoice] }));
}

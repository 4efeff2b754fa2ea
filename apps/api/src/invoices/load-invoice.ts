import type { Page } from "../kit/lists.ts";
import type { Amount } from "../kit/money.ts";
import { orRefuse, Refusal } from "../kit/refusal.ts";
import { upToDate } from "../operation/ports/due.ts";
import type { InvoiceParts, Parts, Storage } from "../operation/ports/parts.ts";
import { InvoiceLink, invoiceLinkNotFound } from "../schemas/invoice-links.ts";
import { invoiceNotFound } from "../schemas/invoices.ts";
import { shownInvoice } from "./invoice-records.ts";
import { findInvoiceTexts, type InvoiceText } from "./invoice-texts.ts";
import {
  findInvoice,
  findInvoiceByLink,
  findInvoicesOfUser,
  hasInvoiceLink,
  type InvoiceRow,
  type InvoiceSummaryRow,
  type LinkedInvoiceRow,
  type OwnInvoiceQuery,
} from "./store.ts";

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
  parts: LoadParts & InvoiceParts,
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
  const read = async () => orRefuse(await find(), invoiceNotFound);
  return upToDate({ db, due }, read, (invoice) => ({ invoices: [invoice] }));
}

/** Loads a page of a subscriber's own invoices, newest first and without drafts. Due expiries are applied first. */
export async function loadOwnInvoices(
  parts: InvoiceParts,
  query: OwnInvoiceQuery,
): Promise<Page<InvoiceSummaryRow & { readonly url: string; readonly amountDue: Amount }>> {
  const { db, tenant, due } = parts;
  const { rows, next } = await upToDate(
    { db, due },
    () => findInvoicesOfUser(db, tenant, query),
    ({ rows }) => ({ invoices: rows }),
  );
  return { rows: rows.map((row) => shownInvoice(parts, row)), next };
}

/** Loads the invoice that a link leads to, of any seller. A due expiry is applied first. @throws Refusal 404 */
export function loadLinkedInvoice(
  { db, due }: InvoiceParts,
  linkToken: string,
): Promise<LinkedInvoiceRow> {
  const read = async () => orRefuse(await findInvoiceByLink(db, linkToken), invoiceLinkNotFound);
  return upToDate({ db, due }, read, (invoice) => ({ invoices: [invoice] }));
}

/**
 * Checks that a link leads to an invoice, before a request's body is read. An invalid token passes: the input's schema
 * refuses it.
 *
 * @throws Refusal invoiceLinkNotFound
 */
export async function requireInvoiceLink(
  { db }: Storage,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  const { data } = InvoiceLink.safeParse(parameters);
  if (data === undefined || (await hasInvoiceLink(db, data.linkToken))) return;
  throw new Refusal(invoiceLinkNotFound);
}

import { Refusal } from "../kit/refusal.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { upToDate } from "../operation/ports/up-to-date.ts";
import { InvoiceLink, invoiceLinkNotFound } from "../schemas/invoice-links.ts";
import {
  type BilledRow,
  findBilled,
  findInvoiceByLink,
  hasInvoiceLink,
  type LinkedInvoiceRow,
} from "./store.ts";

export type { LinkedInvoiceRow } from "./store.ts";

/** Loads the invoice that a link leads to, of any seller. A due expiry is applied first. @throws Refusal 404 */
export function loadLinkedInvoice(
  { db, due }: Pick<Parts, "db" | "due">,
  linkToken: string,
): Promise<LinkedInvoiceRow> {
  const read = async () => {
    const invoice = await findInvoiceByLink(db, linkToken);
    if (invoice === null) throw new Refusal(invoiceLinkNotFound);
    return invoice;
  };
  return upToDate({ db, due }, read, (invoice) => ({ invoices: [invoice] }));
}

/** Loads what an invoice bills, for its page: its lines, and how many usage events. */
export const loadBilled = ({ db }: Pick<Parts, "db">, invoiceId: string): Promise<BilledRow> =>
  findBilled(db, invoiceId);

/**
 * Checks that a link leads to an invoice, before a request's body is read. An invalid token passes: the input's schema
 * refuses it.
 *
 * @throws Refusal invoiceLinkNotFound
 */
export async function requireInvoiceLink(
  { db }: Pick<Parts, "db">,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  const { data } = InvoiceLink.safeParse(parameters);
  if (data === undefined || (await hasInvoiceLink(db, data.linkToken))) return;
  throw new Refusal(invoiceLinkNotFound);
}

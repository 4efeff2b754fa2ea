import { findInvoiceByLink, type LinkedInvoiceRow } from "../billing/invoices/store.ts";
import { InvoiceLink, invoiceLinkNotFound } from "../contract/invoice-links.ts";
import type { Hex } from "../lib/evm-fields.ts";
import { Amount } from "../lib/money.ts";
import { Refusal } from "../lib/refusal.ts";
import type { Payable } from "../payments/payment-terms.ts";
import type { Parts } from "../ports/parts.ts";
import { upToDate } from "../ports/up-to-date.ts";

/** Loads the invoice that a link leads to, of any seller. A due expiry is applied first. @throws Refusal */
export function loadLinked(
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

/** Checks that a link leads to an invoice, before a request's body is read. @throws Refusal invoiceLinkNotFound */
export async function requireInvoiceLink(
  { db }: Pick<Parts, "db">,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  const { data } = InvoiceLink.safeParse(parameters);
  if (data === undefined || (await findInvoiceByLink(db, data.linkToken)) !== null) return;
  throw new Refusal(invoiceLinkNotFound);
}

/** What the payer of an invoice signs for. */
export function payableOf({ id, serviceId, referenceHash, amount }: LinkedInvoiceRow): Payable {
  return {
    invoiceId: id,
    serviceId,
    referenceHash: referenceHash as Hex,
    amount: new Amount(amount.toFixed()),
  };
}

import type { InTransaction } from "../db/client.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { recordEvents } from "../outbox/record-events.ts";
import type { EventType } from "../schemas/events.ts";
import { InvoiceSummary } from "../schemas/invoices.ts";
import { shownInvoice } from "./shown-invoice.ts";
import { findInvoiceSummaries } from "./store.ts";
import { writeInvoiceEmails } from "./write-invoice-emails.ts";

/** The transaction, what an invoice's `url` is made of, and whether e-mails are written. */
export type AnnounceParts = InTransaction & Pick<Parts, "checkoutUrl" | "emails">;

type InvoiceEventType = Exclude<EventType & `invoice.${string}`, "invoice.payment_failed">;

/**
 * Records an event for each invoice, as lists show it, and writes the e-mails about it, in the transaction that changed
 * them. An invoice without a user gets neither, because its checkout payment is not confirmed.
 */
export async function announceInvoices(
  { tx, now, checkoutUrl, emails }: AnnounceParts,
  type: InvoiceEventType,
  ids: readonly string[],
): Promise<void> {
  const invoices = await findInvoiceSummaries(tx, ids);
  const shown = invoices.map((invoice) => ({
    invoice: InvoiceSummary.parse(shownInvoice({ checkoutUrl }, invoice)),
  }));
  await recordEvents({ tx, now }, type, shown);
  if (emails !== null) await writeInvoiceEmails({ tx, now }, type, invoices);
}

/** The same as `announceInvoices` for one invoice. */
export function announceInvoice(
  parts: AnnounceParts,
  type: InvoiceEventType,
  id: string,
): Promise<void> {
  return announceInvoices(parts, type, [id]);
}

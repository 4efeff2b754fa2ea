import type { EventType } from "../../contract/events.ts";
import { InvoiceSummary } from "../../contract/invoices.ts";
import type { InTransaction } from "../../db/client.ts";
import { recordEvents } from "../../outbox/record-events.ts";
import type { Parts } from "../../ports/parts.ts";
import { findInvoiceSummaries } from "./store.ts";
import { withUrl } from "./with-url.ts";

/** The transaction, and what an invoice's `url` is made of. */
export type AnnounceParts = InTransaction & Pick<Parts, "checkoutUrl">;

type InvoiceEventType = EventType & `invoice.${string}`;

/**
 * Records an event for each invoice, as lists show it, in the transaction that changed them. An invoice without a user
 * gets no event, because its checkout payment is not confirmed.
 */
export async function announceInvoices(
  { tx, now, checkoutUrl }: AnnounceParts,
  type: InvoiceEventType,
  ids: readonly string[],
): Promise<void> {
  const invoices = await findInvoiceSummaries(tx, ids);
  const shown = invoices.map((invoice) => ({
    invoice: InvoiceSummary.parse(withUrl({ checkoutUrl }, invoice)),
  }));
  await recordEvents({ tx, now }, type, shown);
}

/** The same as `announceInvoices` for one invoice. */
export function announceInvoice(
  parts: AnnounceParts,
  type: InvoiceEventType,
  id: string,
): Promise<void> {
  return announceInvoices(parts, type, [id]);
}

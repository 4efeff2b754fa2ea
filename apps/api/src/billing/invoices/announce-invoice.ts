import type { EventType } from "../../contract/events.ts";
import { InvoiceSummary } from "../../contract/invoices.ts";
import type { InTransaction } from "../../db/client.ts";
import { recordEvents } from "../../outbox/record-events.ts";
import { findInvoiceSummaries } from "./store.ts";

type InvoiceEventType = EventType & `invoice.${string}`;

/**
 * Records an event for each invoice, as lists show it, in the transaction that changed them. An invoice without a user
 * gets no event, because its checkout payment is not confirmed.
 */
export async function announceInvoices(
  { tx, now }: InTransaction,
  type: InvoiceEventType,
  ids: readonly string[],
): Promise<void> {
  const invoices = await findInvoiceSummaries(tx, ids);
  const shown = invoices.map((invoice) => ({ invoice: InvoiceSummary.parse(invoice) }));
  await recordEvents({ tx, now }, type, shown);
}

/** The same as `announceInvoices` for one invoice. */
export function announceInvoice(
  parts: InTransaction,
  type: InvoiceEventType,
  id: string,
): Promise<void> {
  return announceInvoices(parts, type, [id]);
}

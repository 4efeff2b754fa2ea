import type { EventType } from "../../contract/events.ts";
import { Invoice } from "../../contract/invoices.ts";
import type { Queryable } from "../../db/client.ts";
import { recordEvents } from "../../outbox/record-events.ts";
import { findInvoicesById } from "./store.ts";

type InvoiceEventType = EventType & `invoice.${string}`;

/**
 * Puts invoices, as their GETs show them, into the outbox of the transaction that changed them. One that
 * bills nobody yet is not told of: its payment at checkout is not confirmed.
 */
export async function announceInvoices(
  tx: Queryable,
  type: InvoiceEventType,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const invoices = await findInvoicesById(tx, ids);
  const shown = invoices.map((invoice) => ({ invoice: Invoice.parse(invoice) }));
  await recordEvents({ tx, now }, type, shown);
}

/** The same for one. */
export function announceInvoice(
  tx: Queryable,
  type: InvoiceEventType,
  id: string,
  now: Date,
): Promise<void> {
  return announceInvoices(tx, type, [id], now);
}

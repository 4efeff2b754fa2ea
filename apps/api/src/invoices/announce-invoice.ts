import type { Queryable } from "../db/client.ts";
import { Refusal } from "../shared/refusal.ts";
import { everyone } from "../shared/tenant.ts";
import { recordEvent, type WebhookEventType } from "../webhooks/outbox.ts";
import { invoiceNotFound } from "./errors.ts";
import { Invoice } from "./schema.ts";
import { findInvoice } from "./store.ts";

/** Puts an invoice, as its GET shows it, into the outbox of the transaction that changed it. */
export async function announceInvoice(
  tx: Queryable,
  type: WebhookEventType & `invoice.${string}`,
  id: string,
  now: Date,
): Promise<void> {
  const invoice = await findInvoice(tx, id, everyone);
  if (invoice === null) throw new Refusal(invoiceNotFound);
  await recordEvent(tx, type, { invoice: Invoice.parse(invoice) }, now);
}

import { expireInvoice } from "../billing/invoices/expire-invoice.ts";
import type { UsageEventRow } from "../ports/meter.ts";
import type { Parts } from "../ports/parts.ts";
import { renewSubscription } from "../time/renew-subscription.ts";

/** Applies due changes to an event's invoice and subscription. @returns whether there were any */
export async function bringUpToDate(
  parts: Parts,
  { invoice, subscription }: Pick<UsageEventRow, "invoice" | "subscription">,
): Promise<boolean> {
  const expired = invoice !== null && (await expireInvoice(parts, invoice));
  return (await renewSubscription(parts, subscription)) || expired;
}

import type { z } from "zod";
import { refuseDuplicate } from "../db/refusals.ts";
import { findInvoiceAsOfNow } from "../invoices/get-invoice.ts";
import type { Parts } from "../parts.ts";
import { newId } from "../shared/ids.ts";
import { Refusal, uniqueFieldsTaken } from "../shared/refusal.ts";
import { getSubscriptionOf } from "../subscriptions/get-subscription.ts";
import { invoiceOfAnother, subscriptionTakesNoUsage } from "./errors.ts";
import type { NewUsageEvent } from "./schema.ts";
import { insertUsageEvent, type UsageEventRow } from "./store.ts";

/** Specification, section 4, POST /usage-events. */
export async function recordUsage(
  parts: Parts,
  input: z.output<typeof NewUsageEvent>,
): Promise<UsageEventRow> {
  const { serviceId, subscriptionId, userId, invoiceId } = input;
  if (invoiceId !== undefined) {
    const invoice = await findInvoiceAsOfNow(parts, invoiceId);
    if (invoice?.serviceId !== serviceId || invoice.userId !== userId) {
      throw new Refusal(invoiceOfAnother);
    }
  }
  const subscription = await getSubscriptionOf(parts, { id: subscriptionId, serviceId, userId });
  if (subscription.status !== "ACTIVE") throw new Refusal(subscriptionTakesNoUsage);

  const now = parts.clock.now();
  const inserted = insertUsageEvent(parts.db, {
    id: newId(),
    serviceId,
    ownerId: subscription.ownerId,
    subscriptionId,
    userId,
    invoiceId: invoiceId ?? null,
    eventKey: input.eventKey,
    quantity: input.quantity,
    occurredAt: input.occurredAt ?? now,
    createdAt: now,
  });
  return refuseDuplicate(inserted, uniqueFieldsTaken);
}

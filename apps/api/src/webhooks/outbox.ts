import type { Queryable } from "../db/client.ts";
import { newId } from "../shared/ids.ts";

export type WebhookEventType =
  | "checkout_session.paid"
  | "checkout_session.expired"
  | "checkout_session.cancelled"
  | "subscription.created"
  | "subscription.renewed"
  | "subscription.period_ended"
  | "subscription.cancelled"
  | "invoice.created"
  | "invoice.opened"
  | "invoice.paid"
  | "invoice.expired"
  | "invoice.voided"
  | "settlement.submitted"
  | "settlement.confirmed"
  | "settlement.failed"
  | "settlement.reorged";

/**
 * Notes what callers are to be told. It belongs into the transaction of the change itself, so that
 * there is never a change without its event, nor an event without its change.
 *
 * @param data the noun exactly as its GET shows it, under its name
 */
export async function recordEvent(
  tx: Queryable,
  type: WebhookEventType,
  data: { readonly [noun: string]: object },
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO webhook_events (id, type, data, created_at)
    VALUES (${newId()}, ${type}, ${JSON.stringify(data)}::jsonb, ${now})`;
}

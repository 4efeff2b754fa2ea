import type { Queryable } from "../db/client.ts";
import { newEventId } from "../shared/ids.ts";

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

/** A noun exactly as its GET shows it, under its name. */
type EventData = { readonly [noun: string]: object };

/**
 * Notes what callers are to be told. It belongs into the transaction of the change itself, so that
 * there is never a change without its event, nor an event without its change.
 *
 * @param data of each event, one for each noun that changed
 */
export async function recordEvents(
  tx: Queryable,
  type: WebhookEventType,
  data: readonly EventData[],
  now: Date,
): Promise<void> {
  const events = data.map((one) => ({ id: newEventId(now), data: one }));
  await tx.$executeRaw`
    INSERT INTO webhook_events (id, type, data, created_at)
    SELECT id, ${type}, data, ${now}
      FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS event (id text, data jsonb)`;
}

/** The same for one noun. */
export function recordEvent(
  tx: Queryable,
  type: WebhookEventType,
  data: EventData,
  now: Date,
): Promise<void> {
  return recordEvents(tx, type, [data], now);
}

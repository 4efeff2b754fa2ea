import type { Queryable } from "../db/client.ts";
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from "../db/generated/client.ts";
import { newId } from "../lib/ids.ts";
import { insertDeliveriesOf, insertDelivery } from "./store.ts";

/** Puts events on their way to every endpoint that is for them. */
export function sendEvents(tx: Queryable, eventIds: readonly string[], now: Date): Promise<void> {
  return insertDeliveriesOf(tx, eventIds, now);
}

/** Puts one event on its way to one endpoint, whatever that is for. */
export function sendEvent(
  tx: Queryable,
  { id: eventId, type: eventType }: WebhookEvent,
  { id: endpointId, ownerId }: WebhookEndpoint,
  now: Date,
): Promise<WebhookDelivery> {
  return insertDelivery(tx, {
    id: newId(),
    endpointId,
    ownerId,
    eventId,
    eventType,
    status: "PENDING",
    nextAttemptAt: now,
    createdAt: now,
    updatedAt: now,
  });
}

import type { Queryable } from "../db/client.ts";
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from "../db/generated/client.ts";
import { newId } from "../shared/ids.ts";
import { insertDelivery } from "./store.ts";

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

import type { InTransaction } from "../db/client.ts";
import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from "../db/generated/client.ts";
import { newId } from "../kit/ids.ts";
import { insertDelivery } from "./store.ts";

/** Creates a delivery of one event to one endpoint, whatever types the endpoint subscribes to. */
export function sendEvent(
  { tx, now }: InTransaction,
  { id: eventId, type: eventType }: WebhookEvent,
  { id: endpointId, ownerId }: WebhookEndpoint,
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

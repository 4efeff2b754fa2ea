import type { WebhookDelivery, WebhookEndpoint, WebhookEvent } from "../db/generated/client.ts";
import { newId } from "../lib/ids.ts";
import type { Writing } from "../operation/work.ts";
import { insertDeliveriesOf, insertDelivery } from "./store.ts";

/** Creates deliveries of events to every endpoint that subscribes to them. */
export function sendEvents(
  { tx, now }: Pick<Writing, "tx" | "now">,
  eventIds: readonly string[],
): Promise<void> {
  return insertDeliveriesOf(tx, eventIds, now);
}

/** Creates a delivery of one event to one endpoint, whatever types the endpoint subscribes to. */
export function sendEvent(
  { tx, now }: Pick<Writing, "tx" | "now">,
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

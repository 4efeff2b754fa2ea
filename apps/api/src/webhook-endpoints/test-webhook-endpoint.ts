import type { z } from "zod";
import type { WebhookDelivery } from "../db/generated/client.ts";
import { recordTestEvent } from "../events/record-test-event.ts";
import type { Parts } from "../parts.ts";
import { sendEvent } from "../webhook-deliveries/send-events.ts";
import { getEnabledEndpoint } from "./get-webhook-endpoint.ts";
import type { WebhookTest } from "./schema.ts";

/** Sends an endpoint an event of which nothing is true, marked as such. */
export async function testWebhookEndpoint(
  parts: Parts,
  { webhookEndpointId, type = "checkout_session.paid" }: z.output<typeof WebhookTest>,
): Promise<WebhookDelivery> {
  const endpoint = await getEnabledEndpoint(parts, webhookEndpointId);
  const now = parts.clock.now();
  const event = await recordTestEvent(parts.db, type, endpoint.ownerId, now);
  return sendEvent(parts.db, event, endpoint, now);
}

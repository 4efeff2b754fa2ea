import type { z } from "zod";
import type { WebhookTest } from "../../contract/webhook-endpoints.ts";
import type { WebhookDelivery } from "../../db/generated/client.ts";
import { sendEvent } from "../../outbox/send-events.ts";
import type { Parts } from "../../ports/parts.ts";
import { recordTestEvent } from "../events/record-test-event.ts";
import { getEnabledEndpoint } from "./get-webhook-endpoint.ts";

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

import type { WebhookDelivery } from "../../db/generated/client.ts";
import type { Parts } from "../../ports/parts.ts";
import { getEnabledEndpoint } from "../endpoints/get-webhook-endpoint.ts";
import { getWebhookDelivery } from "./get-webhook-delivery.ts";
import { redeliver } from "./store.ts";

/** Sends an event once more to where it was sent, whatever came of it, by a schedule begun anew. */
export async function redeliverWebhook(parts: Parts, id: string): Promise<WebhookDelivery> {
  const { endpointId } = await getWebhookDelivery(parts, id);
  await getEnabledEndpoint(parts, endpointId);
  await redeliver(parts.db, id, parts.clock.now());
  return getWebhookDelivery(parts, id);
}

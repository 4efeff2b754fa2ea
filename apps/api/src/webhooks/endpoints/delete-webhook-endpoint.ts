import type { WebhookEndpoint } from "../../db/generated/client.ts";
import type { Parts } from "../../ports/parts.ts";
import { giveUpDeliveries } from "../deliveries/give-up-deliveries.ts";
import { getWebhookEndpoint } from "./get-webhook-endpoint.ts";
import { changeEndpoint } from "./store.ts";

/** Ends an endpoint for good. The log of its deliveries stays. @returns it as it was */
export async function deleteWebhookEndpoint(parts: Parts, id: string): Promise<WebhookEndpoint> {
  const endpoint = await getWebhookEndpoint(parts, id);
  const now = parts.clock.now();
  await changeEndpoint(parts.db, id, { status: "DISABLED", deletedAt: now });
  await giveUpDeliveries(parts.db, id, "The endpoint was deleted.", now);
  return endpoint;
}

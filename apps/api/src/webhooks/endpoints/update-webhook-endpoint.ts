import type { z } from "zod";
import type { WebhookEndpointChange } from "../../contract/webhook-endpoints.ts";
import type { WebhookEndpoint } from "../../db/generated/client.ts";
import type { Parts } from "../../ports/parts.ts";
import { giveUpDeliveries } from "../deliveries/give-up-deliveries.ts";
import { getWebhookEndpoint } from "./get-webhook-endpoint.ts";
import { readWebhookUrl } from "./read-webhook-url.ts";
import { changeEndpoint } from "./store.ts";

/**
 * Changes what the caller names and leaves the rest. To enable an endpoint forgets its failures; to
 * disable it ends what waits for it.
 */
export async function updateWebhookEndpoint(
  parts: Parts,
  { webhookEndpointId: id, url: given, events, status }: z.output<typeof WebhookEndpointChange>,
): Promise<WebhookEndpoint> {
  const { db, clock, webhooks } = parts;
  const url = given === undefined ? undefined : readWebhookUrl(given, webhooks.allowPrivate);
  const { status: before } = await getWebhookEndpoint(parts, id);
  const now = clock.now();
  const isEnabled = status === "ENABLED" && before === "DISABLED";
  await changeEndpoint(db, id, {
    ...(url !== undefined && { url }),
    ...(events !== undefined && { events: [...new Set(events)] }),
    ...(status !== undefined && { status }),
    ...(isEnabled && { disabledReason: null, failingSince: null }),
    updatedAt: now,
  });
  if (status === "DISABLED") await giveUpDeliveries(db, id, "The endpoint was disabled.", now);
  return getWebhookEndpoint(parts, id);
}

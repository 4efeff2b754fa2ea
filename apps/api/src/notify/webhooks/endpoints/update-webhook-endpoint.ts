import { write } from "../../../operation/define.ts";
import { giveUpDeliveries } from "../../../outbox/store.ts";
import {
  badUrls,
  endpointNeedsEvents,
  OneWebhookEndpoint,
  WebhookEndpointChange,
  webhookEndpointNotFound,
} from "../../../schemas/webhook-endpoints.ts";
import { checkReadsEvents } from "./check-reads-events.ts";
import { requireEndpoint } from "./get-webhook-endpoint.ts";
import { readWebhookUrl } from "./read-webhook-url.ts";
import { changeEndpoint } from "./store.ts";

/** Enabling an endpoint clears its failures; disabling it fails its pending deliveries. */
export const updateWebhookEndpoint = write("PATCH /webhook-endpoints/{webhookEndpointId}", {
  name: "webhookEndpoints.update",
  summary: "Change a webhook endpoint",
  description:
    "Changes only the fields that you send. Pending deliveries go to the new URL. To change `url` or `events`, the key also needs the scope `events:read`.",
  refusals: { ...badUrls, endpointNeedsEvents, webhookEndpointNotFound },
  input: WebhookEndpointChange,
  output: OneWebhookEndpoint,
  run: async (work, { webhookEndpointId: id, url: given, events, status }) => {
    const { tx, now, webhooks, by } = work;
    if (given !== undefined || events !== undefined) checkReadsEvents(by);
    const url = given === undefined ? undefined : readWebhookUrl(given, webhooks.allowPrivate);
    const { status: before } = await requireEndpoint(work, id);
    const isEnabled = status === "ENABLED" && before === "DISABLED";
    await changeEndpoint(tx, id, {
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events: [...new Set(events)] }),
      ...(status !== undefined && { status }),
      ...(isEnabled && { disabledReason: null, failingSince: null }),
      updatedAt: now,
    });
    if (status === "DISABLED") await giveUpDeliveries(work, id, "The endpoint was disabled.");
    return { webhookEndpoint: await requireEndpoint(work, id) };
  },
});

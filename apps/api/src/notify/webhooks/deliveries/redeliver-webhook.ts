import { write } from "../../../operation/define.ts";
import {
  OneWebhookDelivery,
  WebhookDeliveryId,
  webhookDeliveryNotFound,
} from "../../../schemas/webhook-deliveries.ts";
import {
  webhookEndpointDisabled,
  webhookEndpointNotFound,
} from "../../../schemas/webhook-endpoints.ts";
import { requireEnabledEndpoint } from "../endpoints/get-webhook-endpoint.ts";
import { requireWebhookDelivery } from "./get-webhook-delivery.ts";
import { restartDelivery } from "./store.ts";

export const redeliverWebhook = write("POST /webhook-deliveries/{webhookDeliveryId}/redeliver", {
  name: "webhookDeliveries.redeliver",
  summary: "Redeliver a webhook",
  description:
    "Sends the event again under the same `webhook-id`, whatever the status of the delivery. The retry schedule starts over.",
  refusals: { webhookDeliveryNotFound, webhookEndpointNotFound, webhookEndpointDisabled },
  input: WebhookDeliveryId,
  output: OneWebhookDelivery,
  run: async (work, { webhookDeliveryId: id }) => {
    const { endpointId } = await requireWebhookDelivery(work, id);
    await requireEnabledEndpoint(work, endpointId);
    await restartDelivery(work.tx, id, work.now);
    return { webhookDelivery: await requireWebhookDelivery(work, id) };
  },
});

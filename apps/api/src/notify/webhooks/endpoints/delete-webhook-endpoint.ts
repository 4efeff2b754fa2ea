import { write } from "../../../operation/define.ts";
import { giveUpDeliveries } from "../../../outbox/store.ts";
import {
  OneWebhookEndpoint,
  WebhookEndpointId,
  webhookEndpointNotFound,
} from "../../../schemas/webhook-endpoints.ts";
import { requireEndpoint } from "./get-webhook-endpoint.ts";
import { changeEndpoint } from "./store.ts";

export const deleteWebhookEndpoint = write("DELETE /webhook-endpoints/{webhookEndpointId}", {
  name: "webhookEndpoints.delete",
  summary: "Delete a webhook endpoint",
  description:
    "No more events are sent to the endpoint. Its deliveries stay in the log. Returns the endpoint as it was.",
  refusals: { webhookEndpointNotFound },
  input: WebhookEndpointId,
  output: OneWebhookEndpoint,
  run: async (work, { webhookEndpointId: id }) => {
    const { tx, now } = work;
    const endpoint = await requireEndpoint(work, id);
    await changeEndpoint(tx, id, { status: "DISABLED", deletedAt: now });
    await giveUpDeliveries(work, id, "The endpoint was deleted.");
    return { webhookEndpoint: endpoint };
  },
});

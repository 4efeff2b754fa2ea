import { write } from "../../../operation/define.ts";
import { sendEvent } from "../../../outbox/send-event.ts";
import { OneWebhookDelivery } from "../../../schemas/webhook-deliveries.ts";
import {
  WebhookTest,
  webhookEndpointDisabled,
  webhookEndpointNotFound,
} from "../../../schemas/webhook-endpoints.ts";
import { recordTestEvent } from "../events/record-test-event.ts";
import { requireEnabledEndpoint } from "./get-webhook-endpoint.ts";

export const testWebhookEndpoint = write("POST /webhook-endpoints/{webhookEndpointId}/test", {
  name: "webhookEndpoints.test",
  summary: "Send a test event",
  description:
    "Sends an event made of the examples in this document, marked `test: true`. It goes only to this endpoint, whatever types the endpoint subscribes to.",
  status: 201,
  location: "/webhook-deliveries",
  refusals: { webhookEndpointNotFound, webhookEndpointDisabled },
  input: WebhookTest,
  output: OneWebhookDelivery,
  run: async (work, { webhookEndpointId, type = "checkout_session.paid" }) => {
    const endpoint = await requireEnabledEndpoint(work, webhookEndpointId);
    const event = await recordTestEvent(work, type, endpoint.ownerId);
    return { webhookDelivery: await sendEvent(work, event, endpoint) };
  },
});

import { z } from "zod";
import {
  WebhookDelivery,
  WebhookDeliveryId,
  WebhookDeliveryPage,
  WebhookDeliveryQuery,
  webhookDeliveryNotFound,
} from "../../contract/webhook-deliveries.ts";
import {
  webhookEndpointDisabled,
  webhookEndpointNotFound,
} from "../../contract/webhook-endpoints.ts";
import { read, write } from "../../operation/define.ts";
import { getWebhookDelivery } from "./get-webhook-delivery.ts";
import { listWebhookDeliveries } from "./list-webhook-deliveries.ts";
import { redeliverWebhook } from "./redeliver-webhook.ts";

const OneDelivery = z.object({ webhookDelivery: WebhookDelivery });

export const webhookDeliveries = {
  list: read("GET /webhook-deliveries", {
    name: "webhookDeliveries.list",
    summary: "List webhook deliveries, newest first",
    description:
      "The log: what was sent where, what came back, how long it took, and when it is tried again or why it is not.",
    input: WebhookDeliveryQuery,
    output: WebhookDeliveryPage,
    run: async (work, input) => {
      const { rows, next: nextCursor } = await listWebhookDeliveries(work, input);
      return { webhookDeliveries: rows, nextCursor };
    },
  }),

  get: read("GET /webhook-deliveries/{webhookDeliveryId}", {
    name: "webhookDeliveries.get",
    summary: "Get a webhook delivery",
    description: "With what came of each attempt, and when the next one is.",
    refusals: { webhookDeliveryNotFound },
    input: WebhookDeliveryId,
    output: OneDelivery,
    run: async (work, input) => ({
      webhookDelivery: await getWebhookDelivery(work, input.webhookDeliveryId),
    }),
  }),

  redeliver: write("POST /webhook-deliveries/{webhookDeliveryId}/redeliver", {
    name: "webhookDeliveries.redeliver",
    summary: "Redeliver a webhook",
    description:
      "Sent again under the same `webhook-id`, whatever came of it, by a schedule of retries begun anew.",
    refusals: { webhookDeliveryNotFound, webhookEndpointNotFound, webhookEndpointDisabled },
    input: WebhookDeliveryId,
    output: OneDelivery,
    run: async (work, input) => ({
      webhookDelivery: await redeliverWebhook(work, input.webhookDeliveryId),
    }),
  }),
};

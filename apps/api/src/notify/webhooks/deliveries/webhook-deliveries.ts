import type { WebhookDelivery as WebhookDeliveryRow } from "../../../db/generated/client.ts";
import { filterId, omittable, oneOf, request, requiredId } from "../../../kit/fields.ts";
import { page, pageOf } from "../../../kit/lists.ts";
import { Refusal, recordNotFound } from "../../../kit/refusal.ts";
import { read, write } from "../../../operation/define.ts";
import type { Parts } from "../../../operation/ports/parts.ts";
import {
  deliveryStatuses,
  OneWebhookDelivery,
  WebhookDelivery,
} from "../../../schemas/webhook-deliveries.ts";
import {
  webhookEndpointDisabled,
  webhookEndpointNotFound,
} from "../../../schemas/webhook-endpoints.ts";
import { requireEnabledEndpoint } from "../endpoints/webhook-endpoints.ts";
import { findDeliveries, findDelivery, restartDelivery } from "./store.ts";

const webhookDeliveryNotFound = recordNotFound("webhook_delivery_not_found", "webhookDeliveryId");

const WebhookDeliveryId = request({ webhookDeliveryId: requiredId() });

export const getWebhookDelivery = read("GET /webhook-deliveries/{webhookDeliveryId}", {
  name: "webhookDeliveries.get",
  summary: "Get a webhook delivery",
  description: "Returns the delivery with the result of each attempt and the time of the next one.",
  refusals: { webhookDeliveryNotFound },
  input: WebhookDeliveryId,
  output: OneWebhookDelivery,
  run: async (work, { webhookDeliveryId }) => ({
    webhookDelivery: await requireWebhookDelivery(work, webhookDeliveryId),
  }),
});

/** @throws Refusal 404 when the tenant has no such delivery */
async function requireWebhookDelivery(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<WebhookDeliveryRow> {
  const delivery = await findDelivery(db, id, tenant);
  if (delivery === null) throw new Refusal(webhookDeliveryNotFound);
  return delivery;
}

const WebhookDeliveryQuery = request({
  endpointId: filterId().meta({ description: "Only deliveries to this endpoint" }),
  eventId: filterId().meta({ description: "Only deliveries of this event" }),
  status: omittable(oneOf(deliveryStatuses)).meta({
    description: "Only deliveries with this status",
    example: "FAILED",
  }),
  ...page("webhook-deliveries"),
}).prefault({});

export const listWebhookDeliveries = read("GET /webhook-deliveries", {
  name: "webhookDeliveries.list",
  summary: "List webhook deliveries, newest first",
  description:
    "Shows why a webhook did not arrive: the attempts of each delivery, the endpoint's responses, their latency, and when the next attempt is or why there is none.",
  input: WebhookDeliveryQuery,
  output: pageOf("webhookDeliveries", WebhookDelivery, "webhook-deliveries"),
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findDeliveries(db, tenant, query);
    return { webhookDeliveries: rows, nextCursor: next };
  },
});

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

import type { WebhookDelivery } from "../../../db/generated/client.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { read } from "../../../operation/define.ts";
import type { Parts } from "../../../operation/ports/parts.ts";
import {
  OneWebhookDelivery,
  WebhookDeliveryId,
  webhookDeliveryNotFound,
} from "../../../schemas/webhook-deliveries.ts";
import { findDelivery } from "./store.ts";

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
export async function requireWebhookDelivery(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<WebhookDelivery> {
  const delivery = await findDelivery(db, id, tenant);
  if (delivery === null) throw new Refusal(webhookDeliveryNotFound);
  return delivery;
}

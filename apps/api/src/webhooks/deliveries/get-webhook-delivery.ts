import { webhookDeliveryNotFound } from "../../contract/webhook-deliveries.ts";
import type { WebhookDelivery } from "../../db/generated/client.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { findDelivery } from "./store.ts";

export async function getWebhookDelivery(
  { db, tenant }: Parts,
  id: string,
): Promise<WebhookDelivery> {
  const delivery = await findDelivery(db, id, tenant);
  if (delivery === null) throw new Refusal(webhookDeliveryNotFound);
  return delivery;
}

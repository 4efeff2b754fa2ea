import type { WebhookDelivery } from "../db/generated/client.ts";
import type { Parts } from "../parts.ts";
import { Refusal } from "../shared/refusal.ts";
import { webhookDeliveryNotFound } from "./errors.ts";
import { findDelivery } from "./store.ts";

export async function getWebhookDelivery(
  { db, tenant }: Parts,
  id: string,
): Promise<WebhookDelivery> {
  const delivery = await findDelivery(db, id, tenant);
  if (delivery === null) throw new Refusal(webhookDeliveryNotFound);
  return delivery;
}

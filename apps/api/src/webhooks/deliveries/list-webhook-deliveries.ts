import type { z } from "zod";
import type { WebhookDeliveryQuery } from "../../contract/webhook-deliveries.ts";
import type { WebhookDelivery } from "../../db/generated/client.ts";
import type { Page } from "../../lib/lists.ts";
import type { Parts } from "../../ports/parts.ts";
import { findDeliveries } from "./store.ts";

/** A page of the log: why a webhook did not arrive stands here. */
export function listWebhookDeliveries(
  { db, tenant }: Parts,
  query: z.output<typeof WebhookDeliveryQuery>,
): Promise<Page<WebhookDelivery>> {
  return findDeliveries(db, tenant, query);
}

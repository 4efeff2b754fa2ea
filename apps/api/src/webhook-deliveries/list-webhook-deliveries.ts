import type { z } from "zod";
import type { WebhookDelivery } from "../db/generated/client.ts";
import type { Parts } from "../parts.ts";
import type { Page } from "../shared/lists.ts";
import type { WebhookDeliveryQuery } from "./schema.ts";
import { findDeliveries } from "./store.ts";

/** A page of the log: why a webhook did not arrive stands here. */
export function listWebhookDeliveries(
  { db, tenant }: Parts,
  query: z.output<typeof WebhookDeliveryQuery>,
): Promise<Page<WebhookDelivery>> {
  return findDeliveries(db, tenant, query);
}

import {
  webhookEndpointDisabled,
  webhookEndpointNotFound,
} from "../../contract/webhook-endpoints.ts";
import type { WebhookEndpoint } from "../../db/generated/client.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { findEndpoint } from "./store.ts";

type EndpointParts = Pick<Parts, "db" | "tenant">;

export async function getWebhookEndpoint(
  { db, tenant }: EndpointParts,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(db, id, tenant);
  if (endpoint === null) throw new Refusal(webhookEndpointNotFound);
  return endpoint;
}

/** The same where something is to be sent to it. */
export async function getEnabledEndpoint(
  parts: EndpointParts,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = await getWebhookEndpoint(parts, id);
  if (endpoint.status !== "ENABLED") throw new Refusal(webhookEndpointDisabled);
  return endpoint;
}

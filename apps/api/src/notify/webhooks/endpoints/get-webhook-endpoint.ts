import type { WebhookEndpoint } from "../../../db/generated/client.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { read } from "../../../operation/define.ts";
import type { Parts } from "../../../operation/ports/parts.ts";
import {
  OneWebhookEndpoint,
  WebhookEndpointId,
  webhookEndpointDisabled,
  webhookEndpointNotFound,
} from "../../../schemas/webhook-endpoints.ts";
import { findEndpoint } from "./store.ts";

export const getWebhookEndpoint = read("GET /webhook-endpoints/{webhookEndpointId}", {
  name: "webhookEndpoints.get",
  summary: "Get a webhook endpoint",
  description:
    "Returns the endpoint without its secret. Shows why it was disabled, or since when it has been failing.",
  refusals: { webhookEndpointNotFound },
  input: WebhookEndpointId,
  output: OneWebhookEndpoint,
  run: async (work, { webhookEndpointId }) => ({
    webhookEndpoint: await requireEndpoint(work, webhookEndpointId),
  }),
});

/** @throws Refusal 404 when the tenant has no such endpoint */
export async function requireEndpoint(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = await findEndpoint(db, id, tenant);
  if (endpoint === null) throw new Refusal(webhookEndpointNotFound);
  return endpoint;
}

/** An endpoint that events can be sent to. @throws Refusal when it is disabled, or the tenant has none */
export async function requireEnabledEndpoint(
  ports: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<WebhookEndpoint> {
  const endpoint = await requireEndpoint(ports, id);
  if (endpoint.status !== "ENABLED") throw new Refusal(webhookEndpointDisabled);
  return endpoint;
}

import type { z } from "zod";
import type { Redelivery } from "../../contract/webhook-endpoints.ts";
import type { WebhookEndpoint } from "../../db/generated/client.ts";
import type { Parts } from "../../ports/parts.ts";
import { redeliverPeriod } from "../deliveries/redeliver-period.ts";
import { getEnabledEndpoint } from "./get-webhook-endpoint.ts";

interface Redelivered {
  readonly webhookEndpoint: WebhookEndpoint;
  readonly redelivered: number;
  readonly nextFrom: Date | null;
}

/** Sends an endpoint again what happened in a period: what did not arrive, or all of it. */
export async function redeliverEvents(
  parts: Parts,
  { webhookEndpointId, from, to, delivered = false }: z.output<typeof Redelivery>,
): Promise<Redelivered> {
  const webhookEndpoint = await getEnabledEndpoint(parts, webhookEndpointId);
  const now = parts.clock.now();
  const period = { from, to: to ?? now, delivered };
  return { webhookEndpoint, ...(await redeliverPeriod(parts.db, webhookEndpoint, period, now)) };
}

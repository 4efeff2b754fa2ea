import type { InTransaction } from "../../../db/client.ts";
import type { WebhookEndpoint } from "../../../db/generated/client.ts";
import { write } from "../../../operation/define.ts";
import {
  Redelivery,
  RedeliveryAnswer,
  webhookEndpointDisabled,
  webhookEndpointNotFound,
} from "../../../schemas/webhook-endpoints.ts";
import { requireEnabledEndpoint } from "../endpoints/webhook-endpoints.ts";
import { redeliverEventsOf } from "./store.ts";

/** How many deliveries one transaction starts. */
const max = 10_000;

/**
 * Sends an endpoint the events of a period that it subscribes to, oldest first. Events with a delivery that has
 * arrived or is pending are left out.
 *
 * @param period.to the first moment after the period
 * @param period.delivered also sends events that have arrived
 * @returns how many deliveries it started, and where the next call continues when there are more
 */
async function redeliverPeriod(
  { tx, now }: InTransaction,
  endpoint: WebhookEndpoint,
  period: { readonly from: Date; readonly to: Date; readonly delivered: boolean },
): Promise<{ redelivered: number; nextFrom: Date | null }> {
  const times = await redeliverEventsOf(tx, endpoint, { ...period, max }, now);
  return { redelivered: times.length, nextFrom: times.length < max ? null : newest(times) };
}

/** The time of the last event itself: others of the same time may not have been sent yet. */
function newest(times: readonly Date[]): Date {
  return new Date(Math.max(...times.map((time) => time.getTime())));
}

export const redeliverEvents = write("POST /webhook-endpoints/{webhookEndpointId}/redeliver", {
  name: "webhookEndpoints.redeliver",
  cost: "large",
  summary: "Redeliver a period's events",
  description:
    "Sends every event of the period that the endpoint subscribes to and that has not arrived: failed deliveries, and events from while the endpoint was disabled or did not exist yet. One call sends at most 10,000 events, oldest first.",
  refusals: { webhookEndpointNotFound, webhookEndpointDisabled },
  input: Redelivery,
  output: RedeliveryAnswer,
  run: async (work, { webhookEndpointId, from, to = work.now, delivered = false }) => {
    const webhookEndpoint = await requireEnabledEndpoint(work, webhookEndpointId);
    const period = { from, to, delivered };
    return { webhookEndpoint, ...(await redeliverPeriod(work, webhookEndpoint, period)) };
  },
});

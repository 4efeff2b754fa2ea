import { z } from "zod";
import type { InTransaction } from "../../../db/client.ts";
import type { WebhookEndpoint as WebhookEndpointRow } from "../../../db/generated/client.ts";
import { timeOut } from "../../../kit/answers.ts";
import { exampleTime } from "../../../kit/evm-fields.ts";
import { dateTime, omittable, request, requiredId } from "../../../kit/fields.ts";
import { write } from "../../../operation/define.ts";
import {
  WebhookEndpoint,
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
  endpoint: WebhookEndpointRow,
  period: { readonly from: Date; readonly to: Date; readonly delivered: boolean },
): Promise<{ redelivered: number; nextFrom: Date | null }> {
  const times = await redeliverEventsOf(tx, endpoint, { ...period, max }, now);
  return { redelivered: times.length, nextFrom: times.length < max ? null : newest(times) };
}

/** The time of the last event itself: others of the same time may not have been sent yet. */
function newest(times: readonly Date[]): Date {
  return new Date(Math.max(...times.map((time) => time.getTime())));
}

const Redelivery = request({
  webhookEndpointId: requiredId(),
  from: dateTime().meta({
    description: "Start of the period: events created at this time or later",
  }),
  to: omittable(dateTime()).meta({
    description: "End of the period: events created before this time. Default: now",
  }),
  delivered: omittable(z.boolean({ error: "delivered must be a boolean." })).meta({
    description:
      "`true`: also sends events that have arrived, for a receiver that lost them. Default: `false`",
    example: false,
  }),
});

const RedeliveryAnswer = z.object({
  webhookEndpoint: WebhookEndpoint,
  redelivered: z.int().meta({ description: "Number of deliveries that were started", example: 12 }),
  nextFrom: timeOut().nullable().meta({
    description: "The `from` of the next call when there are more events; null at the end",
    example: exampleTime,
  }),
});

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

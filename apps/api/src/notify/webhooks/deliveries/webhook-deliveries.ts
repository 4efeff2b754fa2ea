import { z } from "zod";
import type { InTransaction } from "../../../db/client.ts";
import type {
  WebhookDelivery as WebhookDeliveryRow,
  WebhookEndpoint as WebhookEndpointRow,
} from "../../../db/generated/client.ts";
import { timeOut } from "../../../kit/answers.ts";
import { exampleTime } from "../../../kit/evm-fields.ts";
import { dateTime, filterId, omittable, oneOf, request, requiredId } from "../../../kit/fields.ts";
import { page, pageOf } from "../../../kit/lists.ts";
import { Refusal, recordNotFound } from "../../../kit/refusal.ts";
import { read, write } from "../../../operation/define.ts";
import type { Parts } from "../../../operation/ports/parts.ts";
import {
  deliveryStatuses,
  OneWebhookDelivery,
  WebhookDelivery,
} from "../../../schemas/webhook-deliveries.ts";
import {
  WebhookEndpoint,
  webhookEndpointDisabled,
  webhookEndpointNotFound,
} from "../../../schemas/webhook-endpoints.ts";
import { requireEnabledEndpoint } from "../endpoints/webhook-endpoints.ts";
import {
  countPending,
  findDeliveries,
  findDelivery,
  redeliverEventsOf,
  restartDelivery,
} from "./store.ts";

const webhookDeliveryNotFound = recordNotFound("webhook_delivery_not_found", "webhookDeliveryId");

const WebhookDeliveryId = request({ webhookDeliveryId: requiredId() });

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
async function requireWebhookDelivery(
  { db, tenant }: Parts,
  id: string,
): Promise<WebhookDeliveryRow> {
  const delivery = await findDelivery(db, id, tenant);
  if (delivery === null) throw new Refusal(webhookDeliveryNotFound);
  return delivery;
}

const WebhookDeliveryQuery = request({
  endpointId: filterId().meta({ description: "Only deliveries to this endpoint" }),
  eventId: filterId().meta({ description: "Only deliveries of this event" }),
  status: omittable(oneOf(deliveryStatuses)).meta({
    description: "Only deliveries with this status",
    example: "FAILED",
  }),
  ...page("webhook-deliveries"),
}).prefault({});

export const listWebhookDeliveries = read("GET /webhook-deliveries", {
  name: "webhookDeliveries.list",
  summary: "List webhook deliveries, newest first",
  description:
    "Shows why a webhook did not arrive: the attempts of each delivery, the endpoint's responses, their latency, and when the next attempt is or why there is none.",
  input: WebhookDeliveryQuery,
  output: pageOf("webhookDeliveries", WebhookDelivery, "webhook-deliveries"),
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findDeliveries(db, tenant, query);
    return { webhookDeliveries: rows, nextCursor: next };
  },
});

export const redeliverWebhook = write("POST /webhook-deliveries/{webhookDeliveryId}/redeliver", {
  name: "webhookDeliveries.redeliver",
  summary: "Redeliver a webhook",
  description:
    "Sends the event again under the same `webhook-id`, whatever the status of the delivery. The retry schedule starts over.",
  refusals: { webhookDeliveryNotFound, webhookEndpointNotFound, webhookEndpointDisabled },
  input: WebhookDeliveryId,
  output: OneWebhookDelivery,
  run: async (work, { webhookDeliveryId: id }) => {
    const { endpointId } = await requireWebhookDelivery(work, id);
    await requireEnabledEndpoint(work, endpointId);
    await restartDelivery(work.tx, id, work.now);
    return { webhookDelivery: await requireWebhookDelivery(work, id) };
  },
});

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

/** Counting stops here: it would cost more the longer the queue is. */
const maxCounted = 100_000;

/** The state of the queue of webhook deliveries. */
export interface DeliveryFigures {
  readonly due: number;
  /** Deliveries that failed and wait for their next attempt. */
  readonly scheduled: number;
  /** How late the oldest due delivery is whose endpoint does not fail, in seconds; 0 when there is none. */
  readonly lateSeconds: number;
}

/** Reads the state of the queue for the metrics. */
export async function deliveryFigures({ db, clock }: Parts): Promise<DeliveryFigures> {
  const now = clock.now();
  const { due, scheduled, oldestDueAt } = await countPending(db, now, maxCounted);
  const lateSeconds = oldestDueAt === null ? 0 : (now.getTime() - oldestDueAt.getTime()) / 1_000;
  return { due, scheduled, lateSeconds };
}

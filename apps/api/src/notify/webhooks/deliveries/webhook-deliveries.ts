import type { InTransaction } from "../../../db/client.ts";
import type { WebhookDelivery, WebhookEndpoint } from "../../../db/generated/client.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { read, write } from "../../../operation/define.ts";
import type { Parts } from "../../../operation/ports/parts.ts";
import {
  OneWebhookDelivery,
  WebhookDeliveryId,
  WebhookDeliveryPage,
  WebhookDeliveryQuery,
  webhookDeliveryNotFound,
} from "../../../schemas/webhook-deliveries.ts";
import {
  Redelivery,
  RedeliveryAnswer,
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
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<WebhookDelivery> {
  const delivery = await findDelivery(db, id, tenant);
  if (delivery === null) throw new Refusal(webhookDeliveryNotFound);
  return delivery;
}

export const listWebhookDeliveries = read("GET /webhook-deliveries", {
  name: "webhookDeliveries.list",
  summary: "List webhook deliveries, newest first",
  description:
    "Shows why a webhook did not arrive: the attempts of each delivery, the endpoint's responses, their latency, and when the next attempt is or why there is none.",
  input: WebhookDeliveryQuery,
  output: WebhookDeliveryPage,
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
export async function deliveryFigures({
  db,
  clock,
}: Pick<Parts, "db" | "clock">): Promise<DeliveryFigures> {
  const now = clock.now();
  const { due, scheduled, oldestDueAt } = await countPending(db, now, maxCounted);
  const lateSeconds = oldestDueAt === null ? 0 : (now.getTime() - oldestDueAt.getTime()) / 1_000;
  return { due, scheduled, lateSeconds };
}

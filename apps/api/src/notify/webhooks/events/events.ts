import { z } from "zod";
import type { InTransaction } from "../../../db/client.ts";
import type { Prisma, WebhookEvent } from "../../../db/generated/client.ts";
import { filterId, omittable, oneOf, request, requiredId } from "../../../kit/fields.ts";
import { newEventId } from "../../../kit/ids.ts";
import { exampleOf, type JsonSchema } from "../../../kit/json-schema-examples.ts";
import { page, pageOf } from "../../../kit/lists.ts";
import { Refusal, recordNotFound } from "../../../kit/refusal.ts";
import { read, write } from "../../../operation/define.ts";
import { sendEvent } from "../../../outbox/store.ts";
import {
  Event,
  type EventType,
  eventsMissed,
  eventTypes,
  moreOf,
  nounOf,
} from "../../../schemas/events.ts";
import { OneWebhookDelivery } from "../../../schemas/webhook-deliveries.ts";
import {
  webhookEndpointDisabled,
  webhookEndpointNotFound,
} from "../../../schemas/webhook-endpoints.ts";
import { requireEnabledEndpoint } from "../endpoints/webhook-endpoints.ts";
import { findEvent, findEvents, insertTestEvent } from "./store.ts";

/** An event as callers and endpoints get it. An event without a service is a test event. */
export function shownEvent<Data>({
  id,
  type,
  createdAt,
  serviceId,
  data,
}: Pick<WebhookEvent, "id" | "type" | "createdAt" | "serviceId"> & { data: Data }) {
  return { id, type, createdAt, ...(serviceId === null && { test: true }), data };
}

const eventNotFound = recordNotFound("event_not_found", "eventId");

export const getEvent = read("GET /events/{eventId}", {
  name: "events.get",
  summary: "Get an event",
  description:
    "Returns the event as it was sent to webhook endpoints. Events are kept for 30 days.",
  refusals: { eventNotFound },
  input: request({ eventId: requiredId() }),
  output: z.object({ event: Event }),
  run: async ({ db, tenant }, { eventId }) => {
    const event = await findEvent(db, eventId, tenant);
    if (event === null) throw new Refusal(eventNotFound);
    return { event: shownEvent(event) as z.input<typeof Event> };
  },
});

const EventQuery = request({
  type: omittable(oneOf(eventTypes)).meta({
    description: "Only events of this type",
    example: "invoice.paid",
  }),
  serviceId: filterId(),
  ...page("events"),
}).prefault({});

export const listEvents = read("GET /events", {
  name: "events.list",
  summary: "List events, newest first",
  description:
    "Returns all events that webhooks report, for 30 days. Use it to catch up after an outage. Concurrent changes can appear in any order, so start a little before the last event that you know and skip the ids that you already have. With `Accept: text/event-stream` the answer does not end: it has the events that are committed from now on, or after the one that `Last-Event-ID` names, selected by `type` and `serviceId`.",
  refusals: { eventsMissed },
  input: EventQuery,
  output: pageOf("events", Event, "events"),
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findEvents(db, tenant, query);
    return { events: rows.map(shownEvent) as z.input<typeof Event>[], nextCursor: next };
  },
  follow: ({ events, tenant }, { type, serviceId }, following) =>
    events.follow({ tenant, type, serviceId }, following),
});

/** Sample data of an event, made of the examples of the documentation. */
function sampleOf(type: EventType): Readonly<Record<string, unknown>> {
  const { schema, data } = nounOf(type);
  const [name = ""] = Object.keys(data.shape);
  return { [name]: sampleFor(schema), ...Object(sampleFor(z.object(moreOf(type)))) };
}

function sampleFor(schema: z.ZodType): unknown {
  // As in the OpenAPI document: a schema that only ends as JSON is shown by its output.
  const json = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }) as JsonSchema & {
    readonly $defs?: Readonly<Record<string, JsonSchema>>;
  };
  return exampleOf(json, json.$defs ?? {});
}

/** Stores a test event, made of the examples of the documentation. */
function recordTestEvent(
  { tx, now }: InTransaction,
  type: EventType,
  ownerId: string | null,
): Promise<WebhookEvent> {
  const data = sampleOf(type) as Prisma.InputJsonObject;
  return insertTestEvent(tx, { id: newEventId(now), type, ownerId, data, createdAt: now });
}

const WebhookTest = request({
  webhookEndpointId: requiredId(),
  type: omittable(oneOf(eventTypes)).meta({
    description: "Type of the test event. Default `checkout_session.paid`",
    example: "checkout_session.paid",
  }),
});

export const testWebhookEndpoint = write("POST /webhook-endpoints/{webhookEndpointId}/test", {
  name: "webhookEndpoints.test",
  summary: "Send a test event",
  description:
    "Sends an event made of the examples in this document, marked `test: true`. It goes only to this endpoint, whatever types the endpoint subscribes to.",
  status: 201,
  location: "/webhook-deliveries",
  refusals: { webhookEndpointNotFound, webhookEndpointDisabled },
  input: WebhookTest,
  output: OneWebhookDelivery,
  run: async (work, { webhookEndpointId, type = "checkout_session.paid" }) => {
    const endpoint = await requireEnabledEndpoint(work, webhookEndpointId);
    const event = await recordTestEvent(work, type, endpoint.ownerId);
    return { webhookDelivery: await sendEvent(work, event, endpoint) };
  },
});

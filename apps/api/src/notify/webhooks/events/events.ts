import { z } from "zod";
import type { WebhookEvent } from "../../../db/generated/client.ts";
import { filterId, omittable, oneOf, request, requiredId } from "../../../kit/fields.ts";
import { page, pageOf } from "../../../kit/lists.ts";
import { Refusal, recordNotFound } from "../../../kit/refusal.ts";
import { read } from "../../../operation/define.ts";
import { Event, eventTypes } from "../../../schemas/events.ts";
import { findEvent, findEvents } from "./store.ts";

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
    "Returns all events that webhooks report, for 30 days. Use it to catch up after an outage. Concurrent changes can appear in any order, so start a little before the last event that you know and skip the ids that you already have.",
  input: EventQuery,
  output: pageOf("events", Event, "events"),
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findEvents(db, tenant, query);
    return { events: rows.map(shownEvent) as z.input<typeof Event>[], nextCursor: next };
  },
});

import { z } from "zod";
import { Event, EventId, EventPage, EventQuery, eventNotFound } from "../../contract/events.ts";
import { read } from "../../operation/define.ts";
import { getEvent } from "./get-event.ts";
import { listEvents } from "./list-events.ts";
import { shownEvent } from "./view.ts";

const OneEvent = z.object({ event: Event });

export const events = {
  list: read("GET /events", {
    name: "events.list",
    summary: "List events, newest first",
    description:
      "All that webhooks tell of, for 30 days: the way to catch up after an outage. What is committed at the same moment may come in any order, so begin a little before the last one you know, and leave out the ids that you have.",
    input: EventQuery,
    output: EventPage,
    run: async (work, input) => {
      const { rows, next: nextCursor } = await listEvents(work, input);
      return { events: rows.map(shownEvent) as z.input<typeof Event>[], nextCursor };
    },
  }),

  get: read("GET /events/{eventId}", {
    name: "events.get",
    summary: "Get an event",
    description: "As it was sent to webhook endpoints. Kept for 30 days.",
    refusals: { eventNotFound },
    input: EventId,
    output: OneEvent,
    run: async (work, input) => ({
      event: shownEvent(await getEvent(work, input.eventId)) as z.input<typeof Event>,
    }),
  }),
};

import type { z } from "zod";
import { read } from "../../../operation/define.ts";
import { type Event, EventPage, EventQuery } from "../../../schemas/events.ts";
import { findEvents } from "./store.ts";
import { shownEvent } from "./view.ts";

export const listEvents = read("GET /events", {
  name: "events.list",
  summary: "List events, newest first",
  description:
    "Returns all events that webhooks report, for 30 days. Use it to catch up after an outage. Concurrent changes can appear in any order, so start a little before the last event that you know and skip the ids that you already have.",
  input: EventQuery,
  output: EventPage,
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findEvents(db, tenant, query);
    return { events: rows.map(shownEvent) as z.input<typeof Event>[], nextCursor: next };
  },
});

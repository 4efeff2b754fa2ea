import type { z } from "zod";
import { Refusal } from "../../../kit/refusal.ts";
import { read } from "../../../operation/define.ts";
import { type Event, EventId, eventNotFound, OneEvent } from "../../../schemas/events.ts";
import { findEvent } from "./store.ts";
import { shownEvent } from "./view.ts";

export const getEvent = read("GET /events/{eventId}", {
  name: "events.get",
  summary: "Get an event",
  description:
    "Returns the event as it was sent to webhook endpoints. Events are kept for 30 days.",
  refusals: { eventNotFound },
  input: EventId,
  output: OneEvent,
  run: async ({ db, tenant }, { eventId }) => {
    const event = await findEvent(db, eventId, tenant);
    if (event === null) throw new Refusal(eventNotFound);
    return { event: shownEvent(event) as z.input<typeof Event> };
  },
});

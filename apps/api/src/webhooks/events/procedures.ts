import { z } from "zod";
import { Event, EventId, EventPage, EventQuery, eventNotFound } from "../../contract/events.ts";
import { rest, router, withKey } from "../../operation/base.ts";
import { getEvent } from "./get-event.ts";
import { listEvents } from "./list-events.ts";
import { shownEvent } from "./view.ts";

const OneEvent = z.object({ event: Event });

export const events = router({
  list: withKey
    .meta(
      rest("GET /events", "List events, newest first", {
        description:
          "All that webhooks tell of, for 30 days: the way to catch up after an outage. What is committed at the same moment may come in any order, so begin a little before the last one you know, and leave out the ids that you have.",
      }),
    )
    .input(EventQuery)
    .output(EventPage)
    .query(async ({ ctx, input }) => {
      const { rows, next: nextCursor } = await listEvents(ctx.parts, input);
      return { events: rows.map(shownEvent) as z.input<typeof Event>[], nextCursor };
    }),

  get: withKey
    .meta(
      rest("GET /events/{eventId}", "Get an event", {
        description: "As it was sent to webhook endpoints. Kept for 30 days.",
        refusals: { eventNotFound },
      }),
    )
    .input(EventId)
    .output(OneEvent)
    .query(async ({ ctx, input }) => ({
      event: shownEvent(await getEvent(ctx.parts, input.eventId)) as z.input<typeof Event>,
    })),
});

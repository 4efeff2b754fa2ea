import { keyOfNoSubscription, UsageEventPage, UsageEventQuery } from "../contract/usage-events.ts";
import { Refusal } from "../lib/refusal.ts";
import { read } from "../operation/define.ts";
import { upToDate } from "../ports/up-to-date.ts";
import { findUsageEvents } from "./store.ts";
import { timedOf } from "./timed-of.ts";

/** Every event on the page is as its own GET returns it. */
export const listUsageEvents = read("GET /usage-events", {
  name: "usageEvents.list",
  summary: "List usage events, newest first",
  description:
    "Ordered by the time they were recorded. `from` and `to` filter by that time too, not by `occurredAt`.",
  refusals: { keyOfNoSubscription },
  input: UsageEventQuery,
  output: UsageEventPage,
  run: async (work, query) => {
    if (query.eventKey !== undefined && query.subscriptionId === undefined) {
      throw new Refusal(keyOfNoSubscription);
    }
    const { rows, next } = await upToDate(
      work,
      () => findUsageEvents(work.db, work.tenant, query),
      ({ rows }) => timedOf(rows),
    );
    return { usageEvents: rows, nextCursor: next };
  },
});

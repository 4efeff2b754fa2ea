import { isDistributed } from "../db/client.ts";
import { Refusal } from "../kit/refusal.ts";
import { read } from "../operation/define.ts";
import { upToDate } from "../operation/ports/up-to-date.ts";
import {
  keyOfNoSubscription,
  occurrenceOfInvoice,
  strayUsageNotDistributed,
  timesOfTwoKinds,
  UsageEventPage,
  UsageEventQuery,
} from "../schemas/usage-events.ts";
import { findUsageByOccurrence } from "./occurrence-store.ts";
import { findUsageEvents } from "./store.ts";
import { timedOf } from "./usage-event-json.ts";

/** Every event on the page is as its own GET returns it. */
export const listUsageEvents = read("GET /usage-events", {
  name: "usageEvents.list",
  summary: "List usage events, newest first",
  description:
    "Ordered by the time they were recorded, and `from` and `to` filter by that time. With `occurredFrom`, `occurredTo` or `billing`, the list is ordered by `occurredAt` instead, and a page looks into each subscription that the other filters match.",
  refusals: {
    keyOfNoSubscription,
    timesOfTwoKinds,
    occurrenceOfInvoice,
    strayUsageNotDistributed,
  },
  input: UsageEventQuery,
  output: UsageEventPage,
  run: async (work, { occurredFrom, occurredTo, billing, ...query }) => {
    const isByOccurrence = [occurredFrom, occurredTo, billing].some((one) => one !== undefined);
    const { from, to, invoiceId, eventKey, subscriptionId } = query;
    if (isByOccurrence) {
      if (from !== undefined || to !== undefined) throw new Refusal(timesOfTwoKinds);
      if (invoiceId !== undefined || eventKey !== undefined) throw new Refusal(occurrenceOfInvoice);
      if (billing !== undefined && isDistributed(work.db)) {
        throw new Refusal(strayUsageNotDistributed);
      }
    }
    if (eventKey !== undefined && subscriptionId === undefined) {
      throw new Refusal(keyOfNoSubscription);
    }
    const occurrence = { ...query, occurredFrom, occurredTo, isOutside: billing !== undefined };
    const { rows, next } = await upToDate(
      work,
      () =>
        isByOccurrence
          ? findUsageByOccurrence(work.db, work.tenant, occurrence)
          : findUsageEvents(work.db, work.tenant, query),
      ({ rows }) => timedOf(rows),
    );
    return { usageEvents: rows, nextCursor: next };
  },
});

import { isDistributed } from "../db/client.ts";
import { orRefuse, Refusal } from "../kit/refusal.ts";
import { read } from "../operation/define.ts";
import { upToDate } from "../operation/ports/due.ts";
import type { Parts } from "../operation/ports/parts.ts";
import {
  keyOfNoSubscription,
  OneUsageEvent,
  occurrenceOfInvoice,
  strayUsageNotDistributed,
  timesOfTwoKinds,
  UsageEventId,
  UsageEventPage,
  UsageEventQuery,
  usageEventNotFound,
} from "../schemas/usage-events.ts";
import { findUsageByOccurrence } from "./occurrence-store.ts";
import { findUsageEvent, findUsageEvents } from "./store.ts";
import { timedOf, type UsageEventRow } from "./usage-event-json.ts";

export const getUsageEvent = read("GET /usage-events/{usageEventId}", {
  name: "usageEvents.get",
  summary: "Get a usage event",
  description:
    "Returns the event with its service, subscription and user, and with its invoice if it was recorded with one. If the event was voided, `void` says why.",
  refusals: { usageEventNotFound },
  input: UsageEventId,
  output: OneUsageEvent,
  run: async (work, { usageEventId }) => ({ usageEvent: await loadUsageEvent(work, usageEventId) }),
});

/**
 * Loads a usage event. Its invoice and subscription are as of now: due expiries and renewals are applied first.
 *
 * @throws Refusal 404 when the tenant has no such event
 */
export function loadUsageEvent(
  { db, tenant, due }: Pick<Parts, "db" | "tenant" | "due">,
  id: string,
): Promise<UsageEventRow> {
  const find = async () => orRefuse(await findUsageEvent(db, id, tenant), usageEventNotFound);
  return upToDate({ db, due }, find, (event) => timedOf([event]));
}

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

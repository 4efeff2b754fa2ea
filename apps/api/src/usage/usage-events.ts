import { z } from "zod";
import { isDistributed } from "../db/client.ts";
import { dateTime, filterId, omittable, oneOf, request } from "../kit/fields.ts";
import { nextCursor, page } from "../kit/lists.ts";
import { orRefuse, Refusal, type RefusalTerms } from "../kit/refusal.ts";
import { read } from "../operation/define.ts";
import { upToDate } from "../operation/ports/due.ts";
import type { CoreParts } from "../operation/ports/parts.ts";
import {
  OneUsageEvent,
  UsageEvent,
  UsageEventId,
  usageEventFields,
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
export function loadUsageEvent({ db, tenant, due }: CoreParts, id: string): Promise<UsageEventRow> {
  const find = async () => orRefuse(await findUsageEvent(db, id, tenant), usageEventNotFound);
  return upToDate({ db, due }, find, (event) => timedOf([event]));
}

const keyOfNoSubscription: RefusalTerms = {
  kind: "invalid",
  code: "event_key_without_subscription",
  param: "subscriptionId",
  message: "subscriptionId is required with eventKey.",
  meaning: "An event key is unique in its subscription only.",
  remedy: "Send the `subscriptionId` of the event too.",
};

const UsageEventQuery = request({
  serviceId: filterId(),
  subscriptionId: filterId(),
  eventKey: omittable(usageEventFields.shape.eventKey).meta({
    description: "Only the event with this key. Requires `subscriptionId`",
    example: "requests:9f3c",
  }),
  userId: filterId(),
  invoiceId: filterId(),
  occurredFrom: omittable(dateTime()).meta({
    description:
      "Only usage that occurred at this time or later. The list is ordered by `occurredAt` then, newest first",
    example: "2026-01-01T00:00:00.000Z",
  }),
  occurredTo: omittable(dateTime()).meta({
    description: "Only usage that occurred before this time, in the same order",
    example: "2026-02-01T00:00:00.000Z",
  }),
  billing: omittable(oneOf(["outside"])).meta({
    description:
      "`outside`: only usage that no bill contains, because it occurred in no period of its subscription until now. Voided events and those of an invoice are omitted. Ordered by `occurredAt`, newest first",
    example: "outside",
  }),
  ...page("usage-events"),
}).prefault({});

const timesOfTwoKinds: RefusalTerms = {
  kind: "invalid",
  code: "usage_times_of_two_kinds",
  param: "from",
  message: "from and to must be omitted with occurredFrom, occurredTo or billing.",
  meaning:
    "`from` and `to` filter by the time of recording. A list by `occurredAt` has another order.",
  remedy: "Send `occurredFrom` and `occurredTo` instead.",
};

const occurrenceOfInvoice: RefusalTerms = {
  kind: "invalid",
  code: "usage_occurrence_of_invoice",
  param: "invoiceId",
  message: "invoiceId and eventKey must be omitted with occurredFrom, occurredTo or billing.",
  meaning: "The usage events of an invoice are listed in the order in which they were recorded.",
  remedy: "Filter by `subscriptionId`, `serviceId` or `userId`.",
};

const strayUsageNotDistributed: RefusalTerms = {
  kind: "conflict",
  code: "usage_outside_not_distributed",
  param: "billing",
  message: "Usage outside of periods cannot be listed while the database distributes usage events.",
  meaning: "The nodes that store the events do not store the periods of subscriptions.",
  remedy: "List by `occurredFrom` and `occurredTo`.",
};

const UsageEventPage = z.object({
  usageEvents: z.array(UsageEvent).meta({
    description: "Newest first: by the time of recording, or of occurrence if that is filtered by",
  }),
  nextCursor: nextCursor("usage-events"),
});

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

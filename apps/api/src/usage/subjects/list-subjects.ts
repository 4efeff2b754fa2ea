import type { z } from "zod";
import { inSnapshot } from "../../db/client.ts";
import type { Subscription } from "../../db/generated/client.ts";
import { isOutOfTime } from "../../db/unavailable.ts";
import { Amount } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import { read } from "../../operation/define.ts";
import type { Storage } from "../../operation/ports/parts.ts";
import { quoteTooSlow } from "../../schemas/quotes.ts";
import { maxPrefixes, SubjectPage, SubjectQuery } from "../../schemas/subjects.ts";
import { subscriptionNotFound } from "../../schemas/subscriptions.ts";
import { loadSubscription } from "../../subscriptions/load-subscription.ts";
import { findOwnStops, findStoppers } from "../limits/stops.ts";
import { findSubjects, type SubjectSum, sumSubjects } from "./store.ts";

export const listSubjects = read("GET /subjects", {
  name: "subjects.list",
  cost: "large",
  summary: "List the subjects of a subscription, with what each has used",
  description:
    "Subjects are what usage events name as `subject`: end users, agents or tasks of the subscriber. Returns one page, with exact sums of the usage of each, by prefix too, what balances were charged for it, and who has stopped it. Usage without a subject is in none of them.",
  refusals: { subscriptionNotFound, quoteTooSlow },
  input: SubjectQuery,
  output: SubjectPage,
  run: async (work, { subscriptionId, ...query }) => {
    const { stoppedBy: _, ...page } = await readSubjects(
      work,
      await loadSubscription(work, subscriptionId),
      query,
    );
    return page;
  },
});

type PageQuery = Omit<z.output<typeof SubjectQuery>, "subscriptionId">;

/**
 * Reads a page of the subjects of a subscription, and who has stopped all of its usage.
 *
 * @throws Refusal 503 when that takes too long
 */
export async function readSubjects(
  { db }: Storage,
  subscription: Pick<
    Subscription,
    "id" | "serviceId" | "userId" | "currentPeriodStart" | "currentPeriodEnd"
  >,
  { from, to, limit, cursor }: PageQuery,
) {
  const { currentPeriodStart, currentPeriodEnd } = subscription;
  const of = { subscription, from: from ?? currentPeriodStart, to: to ?? currentPeriodEnd };
  try {
    return await inSnapshot(db, async (tx) => {
      const others = (await findOwnStops(tx, subscription)).filter((stop) => stop !== null);
      const page = { after: cursor ?? "", others, limit: limit + 1 };
      const found = await findSubjects(tx, of, page);
      const shown = found.slice(0, limit);
      const sums = await sumSubjects(tx, of, { subjects: shown, limit: maxPrefixes + 1 });
      const bySubject = Map.groupBy(sums, ({ subject }) => subject);
      const stoppedBy = await findStoppers(tx, subscription, shown);
      return {
        stoppedBy: stoppedBy(null),
        subjects: shown.map((subject) => ({
          subject,
          ...usedBy(bySubject.get(subject)),
          stoppedBy: stoppedBy(subject),
        })),
        nextCursor: found.length > limit ? (shown.at(-1) ?? null) : null,
      };
    });
  } catch (error) {
    throw isOutOfTime(error) ? new Refusal(quoteTooSlow) : error;
  }
}

/** @param sums of all prefixes, then of each; undefined: nothing was used */
function usedBy([all, ...prefixes]: readonly SubjectSum[] = []) {
  return {
    quantity: all?.quantity ?? nothing,
    count: all?.count ?? 0,
    charged: all?.charged ?? nothing,
    lastOccurredAt: all?.lastOccurredAt ?? null,
    prefixes: prefixes
      .slice(0, maxPrefixes)
      .map(({ prefix, ...sum }) => ({ prefix: prefix ?? "", ...sum })),
    hasMorePrefixes: prefixes.length > maxPrefixes,
  };
}

const nothing = new Amount(0);

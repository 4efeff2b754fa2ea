import type { InTransaction, Queryable } from "../../db/client.ts";
import type { Subscription } from "../../db/generated/client.ts";
import { newId } from "../../kit/ids.ts";
import { Refusal } from "../../kit/refusal.ts";
import { setters, stopName } from "../../schemas/limits.ts";
import { maxStops, tooManyStops } from "../../schemas/subjects.ts";
import { deleteLimit, lockLimits, markLimited } from "./store.ts";

/*
 * A subscriber stops usage with a limit of its own: nothing more is admitted, until the subscriber deletes it. So everything
 * that admits usage decides about stops as it does about limits.
 */

/** What is stopped: a subject of a subscription. */
export interface Stopped {
  readonly subscription: Pick<Subscription, "id" | "serviceId" | "ownerId">;
  /** null: all of its usage. */
  readonly subject: string | null;
}

/**
 * Stops usage. When the transaction is committed, the caller waits for what is being recorded (`waitForRecorders`): then
 * nothing more is recorded that occurs after the stop.
 *
 * @returns false when it was stopped before; it is so since the same time
 * @throws Refusal 409 when too many subjects are stopped
 */
export async function stopUsage({ tx, now }: InTransaction, stopped: Stopped): Promise<boolean> {
  const { id: subscriptionId, serviceId, ownerId } = stopped.subscription;
  const { subject } = stopped;
  await lockLimits(tx, serviceId); // of two calls at once, the second finds the stop of the first
  if ((await findStop(tx, stopped)) !== null) return false;
  const of = { serviceId, subscriptionId, setBy: "SUBSCRIBER" } as const;
  const ofSubjects = { ...of, subject: { not: null } };
  if (subject !== null && (await tx.usageLimit.count({ where: ofSubjects })) >= maxStops) {
    throw new Refusal(tooManyStops);
  }
  await markLimited(tx, serviceId);
  await tx.usageLimit.create({
    data: {
      ...of,
      ...{ id: newId(), ownerId, name: stopName, subject },
      ...{ scope: subject === null ? "subscription" : "subject", measure: "count", max: "0" },
      ...{ window: "ever", action: "REJECT", createdAt: now, updatedAt: now },
      levels: [],
    },
  });
  return true;
}

/** Ends the stop of a subscriber. Limits of the seller stay. @returns false when there was none */
export async function startUsage({ tx }: InTransaction, stopped: Stopped): Promise<boolean> {
  await lockLimits(tx, stopped.subscription.serviceId);
  const stop = await findStop(tx, stopped);
  return stop !== null && deleteLimit(tx, stop.id);
}

const findStop = (db: Queryable, { subscription, subject }: Stopped) =>
  db.usageLimit.findFirst({
    where: {
      serviceId: subscription.serviceId,
      subscriptionId: subscription.id,
      subject,
      setBy: "SUBSCRIBER",
    },
  });

/** Finds the subjects that the subscriber has stopped, and null if it has stopped all usage. */
export async function findOwnStops(
  db: Queryable,
  { id, serviceId }: Pick<Subscription, "id" | "serviceId">,
): Promise<readonly (string | null)[]> {
  const stops = await db.usageLimit.findMany({
    where: { serviceId, subscriptionId: id, setBy: "SUBSCRIBER" },
    select: { subject: true },
  });
  return stops.map(({ subject }) => subject);
}

/**
 * Finds who has stopped subjects, and all usage of a subscription: the subscriber, or the seller by a limit of zero.
 *
 * @returns tells it for a subject; for null: for all usage
 */
export async function findStoppers(
  db: Queryable,
  { id, serviceId }: Pick<Subscription, "id" | "serviceId">,
  subjects: readonly string[],
): Promise<(subject: string | null) => (typeof setters)[number][]> {
  // Two queries, so that each reads an index: for the limits of the subscription, and for those of all subscriptions.
  const find = (subscriptionId: string | null) =>
    db.usageLimit.findMany({
      where: {
        ...{ serviceId, subscriptionId, max: 0, action: "REJECT", keyPrefix: null },
        OR: [{ subject: null }, { subject: { in: [...subjects] } }],
      },
      select: { subject: true, scope: true, setBy: true },
    });
  const limits = [...(await find(id)), ...(await find(null))];
  return (asked) => {
    const stopping = limits.filter(({ scope, subject }) =>
      asked === null
        ? scope !== "subject"
        : scope === "subject" && (subject === null || subject === asked),
    );
    return setters.filter((setter) => stopping.some(({ setBy }) => setBy === setter));
  };
}

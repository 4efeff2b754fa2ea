import { isDistributed, type Queryable } from "../db/client.ts";
import { Prisma, type UsageEventVoid } from "../db/generated/client.ts";

const { empty, raw, sql } = Prisma;

/*
 * Voided usage events have a row here; their own row never changes. Reads of usage leave them out by an anti-join, so
 * recording usage costs the same as without voids.
 */

/**
 * A condition for the events of an invoice: they are not voided.
 *
 * @param event the name of the table or its alias
 */
export const unvoidedOfInvoice = (event: string) =>
  `NOT EXISTS (SELECT FROM usage_event_voids void
                WHERE void.invoice_id = ${event}.invoice_id AND void.usage_event_id = ${event}.id)`;

/** The same after AND, for events of `usage_events`. On a distributed database no event is voided. */
export const andUnvoidedOfInvoice = (db: Queryable): Prisma.Sql =>
  isDistributed(db) ? empty : raw(`AND ${unvoidedOfInvoice("usage_events")}`);

/**
 * The same after AND for the events of subscriptions, from the columns of the index usage_events_by_time alone. Without voids
 * it is empty, because it would double the time of a large sum.
 *
 * @param subscriptionId undefined: of several subscriptions
 * @param tx a transaction that is one snapshot: otherwise an event could be voided, and replaced, after this check
 * @param snapshot an earlier one: only voids that it shows count
 */
export async function andUnvoided(
  tx: Queryable,
  subscriptionId: string | undefined,
  snapshot?: string,
): Promise<Prisma.Sql> {
  if (isDistributed(tx)) return empty;
  const where = subscriptionId === undefined ? {} : { subscriptionId };
  const isVoided = await tx.usageEventVoid.findFirst({ where, select: { usageEventId: true } });
  const isKnown =
    snapshot === undefined
      ? empty
      : sql`AND (void.transaction_id IS NULL OR pg_visible_in_snapshot(void.transaction_id, ${snapshot}::pg_snapshot))`;
  return isVoided === null
    ? empty
    : sql`AND NOT EXISTS (SELECT FROM usage_event_voids void
                           WHERE void.subscription_id = usage_events.subscription_id
                             AND void.event_key = usage_events.event_key ${isKnown})`;
}

/** Stores that events are voided. @returns how many were not voided before */
export async function insertVoids(
  db: Queryable,
  data: Prisma.UsageEventVoidCreateManyInput[],
): Promise<number> {
  return (await db.usageEventVoid.createMany({ data, skipDuplicates: true })).count;
}

/** An event that replaces another one. */
interface Replacement {
  /** The id of the replaced event, which has the same subscription and time. */
  readonly of: string;
  readonly id: string;
  readonly eventKey: string;
  readonly quantity: string;
  /** The draft that it is on; null: none. */
  readonly draftId: string | null;
}

/** Records events that replace others. @returns how many; fewer if a key was taken */
export async function insertReplacements(
  db: Queryable,
  replacements: readonly Replacement[],
  { apiKeyId, now }: { readonly apiKeyId: string | null; readonly now: Date },
): Promise<number> {
  if (replacements.length === 0) return 0;
  return db.$executeRaw`
    INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, invoice_id, api_key_id, event_key,
                              subject, quantity, occurred_at, created_at)
    SELECT given.id, event.service_id, event.owner_id, event.subscription_id, event.user_id, given."draftId", ${apiKeyId},
           given."eventKey", event.subject, given.quantity, event.occurred_at, ${now}
      FROM json_to_recordset(${JSON.stringify(replacements)}::json)
        AS given (of text, id text, "eventKey" text, quantity numeric, "draftId" text)
      JOIN usage_events event ON event.id = given.of
     ORDER BY given."eventKey"
    ON CONFLICT (subscription_id, event_key) DO NOTHING`;
}

/** Completes the void that the same transaction has inserted. */
export async function completeVoid(
  db: Queryable,
  usageEventId: string,
  data: Pick<UsageEventVoid, "replacementId" | "balanceCreditIds">,
): Promise<void> {
  await db.usageEventVoid.update({ where: { usageEventId }, data });
}

/** @returns the voids of those of the events that are voided, by the events' ids */
export async function findVoids(
  db: Queryable,
  usageEventIds: readonly string[],
): Promise<ReadonlyMap<string, UsageEventVoid>> {
  const where = { usageEventId: { in: [...usageEventIds] } };
  const voids = await db.usageEventVoid.findMany({ where });
  return new Map(voids.map((one) => [one.usageEventId, one]));
}

/** Counts the voided events of a subscription that occurred in a period. */
export function countVoids(
  db: Queryable,
  {
    subscriptionId,
    from,
    to,
  }: {
    readonly subscriptionId: string;
    readonly from?: Date | undefined;
    readonly to?: Date | undefined;
  },
): Promise<number> {
  const occurredAt = { ...(from && { gte: from }), ...(to && { lt: to }) };
  return db.usageEventVoid.count({ where: { subscriptionId, occurredAt } });
}

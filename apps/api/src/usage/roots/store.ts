import { isDistributed, type Queryable } from "../../db/client.ts";
import { Prisma, type UsageRoot } from "../../db/generated/client.ts";
import type { ChangePlace } from "../../schemas/usage-roots.ts";

const { empty, sql } = Prisma;

/** Finds the roots of a subscription, newest first. @param before only those with a smaller number */
export function findRoots(
  db: Queryable,
  subscriptionId: string,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<UsageRoot[]> {
  return db.usageRoot.findMany({
    where: { subscriptionId, ...(before !== undefined && { number: { lt: before } }) },
    orderBy: { number: "desc" },
    take: limit,
  });
}

/** Finds the newest root of a subscription. @returns null when it has none */
export function findNewestRoot(db: Queryable, subscriptionId: string): Promise<UsageRoot | null> {
  return db.usageRoot.findFirst({ where: { subscriptionId }, orderBy: { number: "desc" } });
}

/** Finds the roots that contain events of a subscription. @returns their numbers by the keys of the events */
export async function findRootsOfEvents(
  db: Queryable,
  subscriptionId: string,
  events: readonly { readonly eventKey: string }[],
): Promise<ReadonlyMap<string, number>> {
  if (isDistributed(db)) return new Map();
  const keys = events.map(({ eventKey }) => eventKey);
  const found = await db.$queryRaw<{ eventKey: string; number: number }[]>`
    SELECT key AS "eventKey", root.number
      FROM unnest(${keys}::text[]) AS key
      JOIN usage_events event ON event.subscription_id = ${subscriptionId} AND event.event_key = key
     CROSS JOIN LATERAL (
        SELECT number FROM usage_roots
         WHERE subscription_id = ${subscriptionId} AND through >= event.transaction_id
         ORDER BY through LIMIT 1) AS root`;
  return new Map(found.map(({ eventKey, number }) => [eventKey, number]));
}

/**
 * Finds the first root that contains everything that the snapshots show. Until it is made, that is the newest one.
 *
 * @returns its number; 0 without roots
 */
export async function findLastRoot(
  db: Queryable,
  subscriptionId: string,
  snapshots: readonly string[],
): Promise<number> {
  const [found] = await db.$queryRaw<{ number: number }[]>`
    SELECT number FROM usage_roots
     WHERE subscription_id = ${subscriptionId}
       AND through >= (SELECT (max(pg_snapshot_xmax(one::pg_snapshot)::text::bigint) - 1)::text::xid8
                         FROM unnest(${snapshots}::text[]) AS one)
     ORDER BY through LIMIT 1`;
  return found?.number ?? (await findNewestRoot(db, subscriptionId))?.number ?? 0;
}

/** An event that was recorded, or that was voided: then quantity and time are null. */
export interface ChangeRow extends ChangePlace {
  readonly eventKey: string;
  readonly quantity: Prisma.Decimal | null;
  readonly occurredAt: Date | null;
}

interface ChangeQuery {
  /** The number of the root before the first one that is read. */
  readonly after: number;
  /** Those that are read; undefined: all. */
  readonly roots?: readonly number[] | undefined;
  readonly cursor: ChangePlace | undefined;
  readonly limit: number;
}

/** Before the first change. */
const beginning: ChangePlace = {
  root: 0,
  isVoid: false,
  recordedAt: new Date(0),
  usageEventId: "",
};

/**
 * Finds what roots of a subscription contain: root by root, its events in the order of an index, and then its voids. The
 * counts of the roots tell which of them a page can need; that of the cursor's root may have nothing left. `coalesce`
 * keeps Postgres from reading the index of transactions, and from expecting so few rows that it would sort all of them.
 *
 * @param tx a transaction that is one snapshot
 * @returns the changes; "lost" when a root among those that are read is from before the database was restored
 */
export async function findChanges(
  tx: Queryable,
  subscriptionId: string,
  { after, roots, cursor = beginning, limit }: ChangeQuery,
): Promise<ChangeRow[] | "lost"> {
  const from = Math.max(after + 1, cursor.root);
  const isRead = roots === undefined ? empty : sql`AND one.number = ANY (${roots}::int[])`;
  const lost = await tx.$queryRaw<unknown[]>`
    SELECT FROM usage_roots one
     WHERE subscription_id = ${subscriptionId} AND number >= ${from} ${isRead} AND through IS NULL LIMIT 1`;
  if (lost.length > 0) return "lost";
  const isOfRoot = (table: Prisma.Sql) => sql`
    ${table}.transaction_id > root.after AND ${table}.transaction_id <= root.through`;
  return tx.$queryRaw<ChangeRow[]>`
    WITH root AS MATERIALIZED (
      SELECT one.*, coalesce(before.through, '0') AS after,
             CASE WHEN one.number <> ${cursor.root} THEN one.first_recorded_at WHEN ${cursor.isVoid}::boolean THEN 'infinity'
                  ELSE ${cursor.recordedAt}::timestamptz END AS event_at,
             CASE WHEN one.number = ${cursor.root} THEN ${cursor.usageEventId}::text ELSE '' END AS id,
             CASE WHEN one.number = ${cursor.root} AND ${cursor.isVoid}::boolean THEN ${cursor.recordedAt}::timestamptz
                  ELSE '-infinity' END AS void_at,
             coalesce(sum(one.event_count + one.void_count) FILTER (WHERE one.number <> ${cursor.root})
               OVER (ORDER BY one.number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS changes_before
        FROM usage_roots one
        LEFT JOIN usage_roots before
          ON before.subscription_id = one.subscription_id AND before.number = one.number - 1
       WHERE one.subscription_id = ${subscriptionId} AND one.number >= ${from} ${isRead}
       ORDER BY one.number LIMIT ${limit + 2}
    )
    SELECT root.number AS root, change.*
      FROM root CROSS JOIN LATERAL (
        (SELECT event.event_key AS "eventKey", event.quantity, event.occurred_at AS "occurredAt", false AS "isVoid",
                event.created_at AS "recordedAt", event.id AS "usageEventId"
           FROM usage_events event
          WHERE event.subscription_id = ${subscriptionId} AND event.created_at <= root.last_recorded_at
            AND (event.created_at, event.id) > (root.event_at, root.id) AND coalesce(${isOfRoot(sql`event`)}, false)
          ORDER BY event.created_at, event.id LIMIT ${limit})
        UNION ALL
        (SELECT void.event_key, NULL, NULL, true, void.created_at, void.usage_event_id
           FROM usage_event_voids void
          WHERE void.subscription_id = ${subscriptionId} AND root.void_count > 0 AND ${isOfRoot(sql`void`)}
            AND (void.created_at, void.usage_event_id) > (root.void_at, root.id)
          ORDER BY void.created_at, void.usage_event_id LIMIT ${limit})
      ) AS change
     WHERE root.changes_before <= ${limit}
     ORDER BY root.number, change."isVoid", change."recordedAt", change."usageEventId" LIMIT ${limit}`;
}

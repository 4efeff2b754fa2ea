import { inTransaction, isDistributed, type Queryable } from "../../db/client.ts";
import { Prisma } from "../../db/generated/client.ts";
import { runStatement } from "../../db/statements.ts";
import type { Storage } from "../../operation/ports/parts.ts";
import { change, ended, isOfThisServer, nextToRead } from "../transactions.ts";
import { changesOf, columns, quarterOf } from "./changes.ts";
import { joinLate } from "./late.ts";

const { sql } = Prisma;

/** How many events a run adds, and as many that are older than the sums. */
const usualMax = 20_000;

interface Progress {
  readonly through: string;
  readonly olderAreAdded: boolean;
  readonly olderCreatedAt: string | null;
  readonly olderId: string | null;
}

/**
 * Adds a bounded number of events to the stored sums: events and voids in the order of their transactions, and events
 * that are older than the sums. The sums and how far they have come
 * change in one commit, by one process at a time, so each event is added exactly once.
 *
 * @returns "more" when there is more to add now
 */
export async function addUpUsage({ db }: Storage, max = usualMax): Promise<"more" | "done"> {
  if (isDistributed(db) || !(await isAnythingNew(db))) return "done";
  return inTransaction(db, async (tx) => {
    const progress = await lockProgress(tx);
    if (progress === null) return "done";
    const hasMore = await addNewer(tx, progress, max);
    const hasOlder = !progress.olderAreAdded && (await addOlder(tx, progress, max));
    return hasMore || hasOlder ? "more" : "done";
  });
}

/** Returns whether a run would add anything. Most runs find nothing, and so lock and write nothing. */
async function isAnythingNew(db: Queryable): Promise<boolean> {
  // ORDER BY makes Postgres read the end of the index, and not search for any such row.
  const isNew = (table: Prisma.Sql) => sql`
    (SELECT transaction_id FROM ${table} WHERE transaction_id > through
      ORDER BY transaction_id LIMIT 1) < ${ended}`;
  const { text } = sql`
    SELECT NOT older_are_added OR coalesce(${isNew(sql`usage_events`)}, false)
           OR coalesce(${isNew(sql`usage_event_voids`)}, false) AS is_new
      FROM usage_sums_progress WHERE ${isOfThisServer}`;
  const [row] = await runStatement<{ readonly is_new: boolean }>(db, { text }, []);
  return row?.is_new === true;
}

/** @returns null when another process is at work, or the sums are not in use */
async function lockProgress(tx: Queryable): Promise<Progress | null> {
  const { text } = sql`
    SELECT through::text, older_are_added AS "olderAreAdded", older_created_at::text AS "olderCreatedAt",
           older_id AS "olderId"
      FROM usage_sums_progress WHERE ${isOfThisServer} FOR UPDATE SKIP LOCKED`;
  const [progress] = await runStatement<Progress>(tx, { text }, []);
  return progress ?? null;
}

/** Adds what the next transactions recorded and voided. @returns whether there is more */
async function addNewer(tx: Queryable, { through: after }: Progress, max: number) {
  const { through, hasMore } = await nextToRead(tx, after, max);
  await add(tx, changesOf({ after, through }));
  await change(tx, sql`UPDATE usage_sums_progress SET through = ${through}::xid8`);
  return hasMore;
}

/**
 * Adds events that were recorded before their transactions were stored. No event joins them, so the order of the index on
 * their time will do. Those that were voided at that time too are never added. @returns whether there is more
 */
async function addOlder(
  tx: Queryable,
  { olderCreatedAt, olderId }: Progress,
  max: number,
): Promise<boolean> {
  const after =
    olderId === null
      ? sql`true`
      : sql`(event.created_at, event.id) > (${olderCreatedAt}::timestamptz, ${olderId})`;
  const older = sql`
    FROM usage_events event WHERE event.transaction_id IS NULL AND ${after}
   ORDER BY event.created_at, event.id`;
  const { text, values } = sql`
    SELECT event.created_at::text AS at, event.id ${older} OFFSET ${max - 1} LIMIT 1`;
  const [last] = await runStatement<{ readonly at: string; readonly id: string }>(
    tx,
    { text },
    values,
  );
  await add(
    tx,
    sql`SELECT event.subscription_id, event.service_id, event.occurred_at, event.created_at,
               event.prefix, event.quantity, 1 AS count
          FROM (SELECT ${columns}, event.event_key, event.quantity ${older} LIMIT ${max}) AS event
         WHERE NOT EXISTS (SELECT FROM usage_event_voids void
                            WHERE void.subscription_id = event.subscription_id
                              AND void.event_key = event.event_key AND void.transaction_id IS NULL)`,
  );
  const isMore = last !== undefined;
  await change(
    tx,
    sql`UPDATE usage_sums_progress
           SET older_are_added = ${!isMore}, older_created_at = ${last?.at ?? null}::timestamptz,
               older_id = ${last?.id ?? null}`,
  );
  return isMore;
}

/** Adds changes to the sums of their services and of their subscriptions. */
async function add(tx: Queryable, changes: Prisma.Sql): Promise<void> {
  await change(
    tx,
    sql`
    WITH summed AS MATERIALIZED (
      SELECT change.subscription_id, change.service_id, prefix,
             ${quarterOf(sql`change.occurred_at`)} AS starts_at,
             sum(change.quantity) AS quantity, sum(change.count) AS count,
             coalesce(sum(change.quantity) FILTER (WHERE is_late), 0) AS late_quantity,
             coalesce(sum(change.count) FILTER (WHERE is_late), 0) AS late_count
        FROM (${changes}) AS change ${joinLate}
       GROUP BY 1, 2, 3, 4
    )
    INSERT INTO usage_sums AS stored
           (record_id, starts_at, prefix, quantity, count, late_quantity, late_count)
    SELECT record.id COLLATE "C", starts_at, prefix, sum(quantity), sum(count), sum(late_quantity),
           sum(late_count)
      FROM summed CROSS JOIN LATERAL (VALUES (service_id), (subscription_id)) AS record (id)
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (record_id, starts_at, prefix) DO UPDATE
       SET quantity = stored.quantity + excluded.quantity, count = stored.count + excluded.count,
           late_quantity = stored.late_quantity + excluded.late_quantity,
           late_count = stored.late_count + excluded.late_count`,
  );
}

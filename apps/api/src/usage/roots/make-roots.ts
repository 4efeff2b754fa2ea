import { inTransaction, isDistributed, type Queryable } from "../../db/client.ts";
import { Prisma } from "../../db/generated/client.ts";
import { runStatement } from "../../db/statements.ts";
import type { CoreParts } from "../../operation/ports/parts.ts";
import {
  change,
  isOfThisServer,
  nextToRead,
  type Transactions,
  writtenBy,
} from "../transactions.ts";

const { empty, sql } = Prisma;

/** All subscriptions with new usage get a root so often, in milliseconds. */
const hourMs = 3_600_000;

/** How many events a run reads, and how many voids. */
const usualMax = 100_000;

/** Has a root made soon after the transaction of a bill: it will contain all usage that this transaction can see. */
export async function requestRoot(
  tx: Queryable,
  data: { readonly invoiceId: string; readonly subscriptionId: string },
): Promise<void> {
  if (!isDistributed(tx)) await tx.usageRootRequest.createMany({ data: [data] });
}

interface Progress {
  readonly after: string;
  readonly isHour: boolean;
}

/**
 * Makes roots of usage: each hour of all subscriptions with new usage, and before that of those for which one was
 * requested. The roots and how far they have come change in one commit, by one process at a time, so each event and each void
 * is in exactly one root.
 *
 * @returns "more" when there is more to do now
 */
export async function makeRoots(
  { db, clock }: Pick<CoreParts, "db" | "clock">,
  max = usualMax,
): Promise<"more" | "done"> {
  if (isDistributed(db) || !(await isAnythingDue(db, clock.now()))) return "done";
  return inTransaction(db, async (tx) => {
    const progress = await lockProgress(tx, clock.now());
    if (progress === null) return "done";
    const { through, hasMore } = await nextToRead(tx, progress.after, max);
    const now = clock.now(); // what is read was committed before
    const isOfAll = progress.isHour || hasMore;
    const read = { after: progress.after, through };
    await change(tx, insertRoots(read, isOfAll ? "all" : "requested", now));
    if (isOfAll) {
      const madeAt = progress.isHour && !hasMore ? sql`, made_at = ${now}` : empty;
      await change(
        tx,
        sql`UPDATE usage_roots_progress SET through = ${through}::xid8 ${madeAt}
             WHERE ${isOfThisServer}`,
      );
    }
    await change(tx, sql`DELETE FROM usage_root_requests WHERE transaction_id <= ${through}::xid8`);
    return hasMore ? "more" : "done";
  });
}

/** A later time is that of a clock that was wrong. */
const isHourSince = (now: Date) =>
  sql`(made_at <= ${new Date(now.getTime() - hourMs)} OR made_at > ${now})`;

/** Most runs find nothing to do, and so lock and write nothing. */
async function isAnythingDue(db: Queryable, now: Date): Promise<boolean> {
  const { text, values } = sql`
    SELECT ${isHourSince(now)} OR EXISTS (SELECT FROM usage_root_requests) AS is_due
      FROM usage_roots_progress WHERE ${isOfThisServer}`;
  const [row] = await runStatement<{ readonly is_due: boolean }>(db, { text }, values);
  return row?.is_due === true;
}

/** @returns null when another process is at work, or there are no roots */
async function lockProgress(tx: Queryable, now: Date): Promise<Progress | null> {
  const { text, values } = sql`
    SELECT through::text AS after, ${isHourSince(now)} AS "isHour"
      FROM usage_roots_progress WHERE ${isOfThisServer} FOR UPDATE SKIP LOCKED`;
  const [progress] = await runStatement<Progress>(tx, { text }, values);
  return progress ?? null;
}

function utcText(time: Prisma.Sql): Prisma.Sql {
  return sql`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** SHA-256 of a text, as SQL. */
const sha256 = (text: Prisma.Sql) => sql`sha256(convert_to(${text}, 'UTF8'))`;
const inHex = (hash: Prisma.Sql) => sql`'0x' || encode(${hash}, 'hex')`;

/** The hashes of changes, as docs/proofs.md specifies them. */
const leafOfEvent = sha256(
  sql`E'leaf\\n' || event.event_key || E'\\n' || event.quantity || E'\\n' || ${utcText(sql`event.occurred_at`)}`,
);
const leafOfVoid = sha256(sql`E'void\\n' || void.event_key`);

/**
 * Inserts a root for each subscription that has changed. Since the roots of all, some may have got one that was requested:
 * what that one contains is left out.
 */
function insertRoots(read: Required<Transactions>, of: "all" | "requested", now: Date): Prisma.Sql {
  const { after, through } = read;
  const isRead = (table: Prisma.Sql) => sql`
    ${writtenBy(read, table)} AND (made.through IS NULL OR ${table}.transaction_id > made.through)
    ${
      of === "all"
        ? empty
        : sql`AND ${table}.subscription_id = ANY (ARRAY(
                SELECT subscription_id FROM usage_root_requests WHERE transaction_id <= ${through}::xid8))`
    }`;
  return sql`
    WITH made AS MATERIALIZED (
      SELECT subscription_id, max(through) AS through FROM usage_roots
       WHERE through > ${after}::xid8 GROUP BY subscription_id
    ), changed AS (
      SELECT event.subscription_id, 0 AS is_void, event.created_at AS recorded_at, ${leafOfEvent} AS leaf
        FROM usage_events event LEFT JOIN made USING (subscription_id) WHERE ${isRead(sql`event`)}
       UNION ALL
      SELECT void.subscription_id, 1, NULL, ${leafOfVoid}
        FROM usage_event_voids void LEFT JOIN made USING (subscription_id) WHERE ${isRead(sql`void`)}
    ), grouped AS (
      SELECT subscription_id, (count(*) - sum(is_void))::int AS event_count, sum(is_void)::int AS void_count,
             min(recorded_at) AS first_recorded_at, max(recorded_at) AS last_recorded_at, array_agg(leaf) AS leaves
        FROM changed GROUP BY subscription_id
    ), placed AS (
      SELECT grouped.*, coalesce(before.number, 0) + 1 AS number, before.root AS root_before,
             (SELECT ${inHex(sql`sha256(string_agg(leaf, '' ORDER BY leaf))`)} FROM unnest(leaves) AS leaf) AS changes_hash,
             greatest(coalesce(test_clock.now, ${now}::timestamptz(3)), before.created_at) AS created_at
        FROM grouped
        JOIN subscriptions subscription ON subscription.id = grouped.subscription_id
        LEFT JOIN services_on_test_clocks USING (service_id)
        LEFT JOIN test_clocks test_clock ON test_clock.id = test_clock_id
        LEFT JOIN LATERAL (
          SELECT number, root, created_at FROM usage_roots one WHERE one.subscription_id = grouped.subscription_id
           ORDER BY number DESC LIMIT 1) AS before ON true
    )
    INSERT INTO usage_roots (subscription_id, number, event_count, void_count, changes_hash, root_before, root,
                             first_recorded_at, last_recorded_at, through, created_at)
    SELECT subscription_id, number, event_count, void_count, changes_hash, root_before,
           ${inHex(sha256(rootText))}, first_recorded_at, last_recorded_at, ${through}::xid8, created_at
      FROM placed`;
}

/** The canonical JSON of a root, whose hash the root is. None of these texts needs an escape. */
const rootText = sql`
  format('{"changesHash":"%s","createdAt":"%s","eventCount":%s,"number":%s,"rootBefore":%s,"subscriptionId":"%s","version":1,"voidCount":%s}',
         changes_hash, ${utcText(sql`created_at`)}, event_count, number,
         coalesce('"' || root_before || '"', 'null'), subscription_id, void_count)`;

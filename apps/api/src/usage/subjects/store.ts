import { wholeBatches } from "../../db/citus/nodes.ts";
import { isDistributed, type Queryable } from "../../db/client.ts";
import { Prisma, type Subscription } from "../../db/generated/client.ts";
import type { UsageSum } from "../sum-store.ts";
import { andUnvoided } from "../voids.ts";

const { empty, sql } = Prisma;

/** The usage of which subjects are read. */
export interface SubjectsOf {
  readonly subscription: Pick<Subscription, "id" | "serviceId" | "userId">;
  readonly from: Date;
  /** null: without an end. */
  readonly to: Date | null;
}

const within = ({ subscription, from, to }: SubjectsOf) => sql`
  subscription_id = ${subscription.id} AND occurred_at >= ${from}
  AND occurred_at < coalesce(${to}::timestamptz, 'infinity')`;

/**
 * Finds the subjects with usage, and some others, in the order of their names. It looks up one subject after the other in an
 * index, so it does not read the events of any.
 *
 * @param others are listed also without usage
 */
export async function findSubjects(
  tx: Queryable,
  of: SubjectsOf,
  page: { readonly after: string; readonly others: readonly string[]; readonly limit: number },
): Promise<string[]> {
  const { after, others, limit } = page;
  const next = (name: Prisma.Sql) => sql`
    SELECT subject FROM usage_events WHERE subscription_id = ${of.subscription.id} AND subject > ${name}
     ORDER BY subject LIMIT 1`;
  const rows = await tx.$queryRaw<{ readonly subject: string }[]>`
    WITH RECURSIVE named AS (
      (${next(sql`${after}`)})
       UNION ALL
      SELECT (${next(sql`named.subject`)}) FROM named WHERE named.subject IS NOT NULL
    ), used AS (
      SELECT named.subject FROM named
       CROSS JOIN LATERAL (
          SELECT 1 FROM usage_events WHERE ${within(of)} AND subject = named.subject LIMIT 1) AS event
       LIMIT ${limit}
    )
    SELECT subject FROM used
     UNION
    SELECT other FROM unnest(${others}::text[]) AS other WHERE other > ${after}
     ORDER BY subject LIMIT ${limit}`;
  return rows.map(({ subject }) => subject);
}

/** What a subject has used, or what it has used of a prefix. */
export interface SubjectSum extends UsageSum {
  readonly subject: string;
  /** null: of all prefixes. */
  readonly prefix: string | null;
  /** In USDC. */
  readonly charged: Prisma.Decimal;
  readonly lastOccurredAt: Date;
}

/**
 * Adds up the events of subjects, and of the prefixes of each that have the most events. Only the events of these subjects are
 * read.
 *
 * @param limit of the prefixes of a subject
 * @param tx a transaction that is one snapshot
 * @returns of each subject all of its prefixes together, then each of them
 */
export async function sumSubjects(
  tx: Queryable,
  of: SubjectsOf,
  { subjects, limit }: { readonly subjects: readonly string[]; readonly limit: number },
): Promise<SubjectSum[]> {
  const { id, serviceId, userId } = of.subscription;
  // Only balances of the same service and user are charged. Without one, no event is looked up in the ledger.
  const isCharged = (await tx.balance.findFirst({ where: { serviceId, userId } })) !== null;
  const whole = await wholeBatches(tx);
  const used = sql`${within(of)} AND subject = ANY (${subjects}) AND ${whole} ${await andUnvoided(tx, id)}`;
  // Citus joins usage events with no other table: it reads them first.
  const isReadFirst = isCharged && isDistributed(tx);
  const event = isReadFirst
    ? sql`WITH event AS MATERIALIZED (
            SELECT id, subject, event_key, quantity, occurred_at FROM usage_events WHERE ${used})`
    : empty;
  const events = isReadFirst ? sql`event AS usage_events` : sql`usage_events WHERE ${used}`;
  const charged = isCharged
    ? sql`coalesce((SELECT -sum(available + held) FROM balance_entries WHERE usage_event_id = usage_events.id), 0)`
    : sql`0::numeric`;
  const rows = await tx.$queryRaw<(Omit<SubjectSum, "count"> & { readonly count: bigint })[]>`
    ${event}
    SELECT subject, prefix, count, quantity, charged, last_occurred_at AS "lastOccurredAt"
      FROM (SELECT subject, prefix, count(*) AS count, sum(quantity) AS quantity, sum(charged) AS charged,
                   max(occurred_at) AS last_occurred_at,
                   row_number() OVER (PARTITION BY subject
                                      ORDER BY grouping(prefix) DESC, count(*) DESC, prefix) AS place
              FROM (SELECT subject, split_part(event_key, ':', 1) COLLATE "C" AS prefix, quantity, occurred_at,
                           ${charged} AS charged
                      FROM ${events}) AS used
             GROUP BY GROUPING SETS ((subject), (subject, prefix))) AS sums
     WHERE place <= ${limit + 1} ORDER BY subject, place`;
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

import { waitForNodes } from "../db/citus/nodes.ts";
import type { Queryable } from "../db/client.ts";
import { Prisma } from "../db/generated/client.ts";
import { everyone } from "../kit/tenant.ts";
import { findSources, storedSums, unstoredChanges } from "./stored-sums/sources.ts";
import { andUnvoided } from "./voids.ts";

const { sql } = Prisma;

export interface UsageSum {
  readonly quantity: Prisma.Decimal;
  readonly count: number;
}

interface Period {
  readonly subscriptionId: string;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

interface Groups {
  readonly groupBy?: keyof typeof groupKeys | undefined;
  readonly cursor?: { readonly key: string } | undefined;
  readonly limit: number;
}

/** The keys of groups, as SQL over an event. */
const groupKeys = {
  eventKey: sql`event_key`,
  prefix: sql`split_part(event_key, ':', 1)`,
  day: dayOf(sql`occurred_at`),
};

/** The same over stored sums, which do not have the keys of single events. */
const storedKeys = { prefix: sql`prefix`, day: dayOf(sql`at`) };

function dayOf(time: Prisma.Sql): Prisma.Sql {
  return sql`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
}

/**
 * Adds up a period from stored sums of quarters of an hour and what they do not have yet, or in one pass over the index
 * usage_events_by_time, which contains all the columns needed. Keys are ordered by their bytes, independent of the
 * database's collation.
 *
 * @param tx a transaction that is one snapshot
 * @returns the sums of the period, and of the groups after a key: up to one more than the limit
 */
export async function sumUsage(
  tx: Queryable,
  { groupBy, cursor, limit, ...period }: Period & Groups,
): Promise<{ total: UsageSum; groups: (UsageSum & { key: string })[] }> {
  await waitForNodes(tx);
  const rows = await rowsOf(tx, period, groupBy);
  const sums = await tx.$queryRaw<
    { key: string | null; quantity: Prisma.Decimal; count: bigint }[]
  >`
    SELECT key, quantity, count FROM (
      SELECT key, grouping(key) = 1 AS is_total, coalesce(sum(quantity), 0) AS quantity,
             coalesce(sum(count), 0)::bigint AS count
        FROM (${Prisma.join(rows, " UNION ALL ")}) AS used
       GROUP BY GROUPING SETS ((), (key))) AS sums
     WHERE is_total
        OR count <> 0 AND ${cursor === undefined ? sql`key IS NOT NULL` : sql`key > ${cursor.key}`}
     ORDER BY is_total DESC, key LIMIT ${limit + 2}`;
  const [total, ...groups] = sums.map(({ key, quantity, count }) => ({
    key: key ?? "",
    quantity,
    count: Number(count),
  }));
  if (total === undefined) throw new Error("The sum of no events is still a row.");
  return { total, groups };
}

/** What a period's usage is added up from: rows of key, quantity and count. */
async function rowsOf(
  tx: Queryable,
  { subscriptionId, from, to }: Period,
  groupBy: Groups["groupBy"],
): Promise<Prisma.Sql[]> {
  const stretch = { from, to };
  const { stored, events } =
    groupBy === "eventKey" ? { stored: null, events: [stretch] } : await findSources(tx, stretch);
  const columns = (key: Prisma.Sql, count: Prisma.Sql) =>
    sql`SELECT (${key})::text COLLATE "C" AS key, quantity, ${count} AS count`;
  const read = await Promise.all(
    events.map(async (one) => {
      const isWithin = await within(tx, { subscriptionId, ...one });
      const key = groupBy === undefined ? sql`NULL` : groupKeys[groupBy];
      return sql`${columns(key, sql`1`)} FROM usage_events WHERE ${isWithin}`;
    }),
  );
  if (stored === null || groupBy === "eventKey") return read;
  const key = groupBy === undefined ? sql`NULL` : storedKeys[groupBy];
  const scope = { tenant: everyone, subscriptionId };
  const summed = [storedSums(stored, scope), unstoredChanges(stored, scope)];
  return [...summed.map((sums) => sql`${columns(key, sql`count`)} FROM ${sums}`), ...read];
}

/** The events of a period that are not voided. */
async function within(tx: Queryable, { subscriptionId, from, to }: Period): Promise<Prisma.Sql> {
  const bounds = Prisma.join(
    [
      sql`subscription_id = ${subscriptionId}`,
      ...(from === undefined ? [] : [sql`occurred_at >= ${from}`]),
      ...(to === undefined ? [] : [sql`occurred_at < ${to}`]),
    ],
    " AND ",
  );
  return sql`${bounds} ${await andUnvoided(tx, subscriptionId)}`;
}

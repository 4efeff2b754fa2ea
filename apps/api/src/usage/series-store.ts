import { waitForNodes } from "../db/citus/nodes.ts";
import { isDistributed, type Queryable } from "../db/client.ts";
import { Prisma } from "../db/generated/client.ts";
import { runStatement } from "../db/statements.ts";
import { utc } from "../kit/date-time.ts";
import type { Tenant } from "../kit/tenant.ts";
import type { Stretch } from "./stored-sums/changes.ts";
import { periodLength, periodNumber } from "./stored-sums/late.ts";
import { findSources, storedSums, unstoredChanges } from "./stored-sums/sources.ts";
import type { UsageSum } from "./sum-store.ts";
import { andUnvoided } from "./voids.ts";

const { empty, join, sql } = Prisma;

/** The usage that a series adds up. */
export interface SeriesQuery {
  readonly subscriptionId?: string | undefined;
  readonly serviceId?: string | undefined;
  readonly prefix?: string | undefined;
  readonly interval: "hour" | "day";
  /** As Postgres knows it. */
  readonly timeZone: string;
  readonly from: Date;
  readonly to: Date;
  /** How many prefixes have sums of their own. */
  readonly limit: number;
}

interface SeriesSum extends UsageSum {
  readonly lateQuantity: Prisma.Decimal;
  readonly lateCount: number;
}

interface SumOfInterval extends SeriesSum {
  readonly start: string;
}

/** The sums of the whole time, and those of its intervals that have usage, oldest first. */
interface Sums extends SeriesSum {
  readonly intervals: SumOfInterval[];
}

interface SumsOfPrefix extends Sums {
  readonly prefix: string;
}

/** Usage over time: of all prefixes together, and of each of those with most events. */
export interface Series extends Sums {
  readonly prefixes: SumsOfPrefix[];
  readonly hasMorePrefixes: boolean;
}

/** Numbers come as text: they are exact. */
interface Row {
  /** null: all prefixes. */
  readonly prefix: string | null;
  /** null: the whole time. */
  readonly start: string | null;
  readonly quantity: string;
  readonly count: string;
  readonly lateQuantity: string;
  readonly lateCount: string;
}

/**
 * Adds up usage exactly by interval, for all prefixes together and for each of those with most events. It adds up stored
 * sums of quarters of an hour, and what they do not have yet.
 *
 * @param tx a transaction that is one snapshot
 * @throws DatabaseError when Postgres does not know the time zone (`inKnownTimeZone`)
 */
export async function sumSeries(
  tx: Queryable,
  tenant: Tenant,
  query: SeriesQuery,
): Promise<Series> {
  await waitForNodes(tx);
  const format = query.interval === "day" ? "YYYY-MM-DD" : 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
  const shownSums = sql`coalesce(sum(quantity), 0) AS quantity, coalesce(sum(count), 0) AS count,
                        coalesce(sum(late_quantity), 0) AS "lateQuantity",
                        coalesce(sum(late_count), 0) AS "lateCount"`;
  const { text, values } = sql`
    WITH used AS MATERIALIZED (${await usedIn(tx, tenant, query)}), shown AS (
      SELECT prefix, row_number() OVER (ORDER BY sum(count) DESC, prefix) AS place
        FROM used GROUP BY prefix ORDER BY place LIMIT ${query.limit + 1}
    )
    SELECT prefix, to_char(start, ${format}) AS start, quantity, count, "lateQuantity", "lateCount"
      FROM (SELECT 0 AS place, NULL AS prefix, start, ${shownSums} FROM used GROUP BY ROLLUP (start)
            UNION ALL
            SELECT place, prefix, start, ${shownSums} FROM used JOIN shown USING (prefix)
             GROUP BY GROUPING SETS ((place, prefix), (place, prefix, start))) AS summed
     ORDER BY place, summed.start NULLS FIRST`;
  return seriesOf(await runStatement<Row>(tx, { text }, values), query.limit);
}

/** The sums by prefix and interval: prefix, start, quantity, count, late_quantity, late_count. */
async function usedIn(tx: Queryable, tenant: Tenant, query: SeriesQuery): Promise<Prisma.Sql> {
  const { interval, timeZone, from, to } = query;
  const startOf = startsIn(timeZone, interval);
  const { stored, events } = await findSources(tx, { from, to }, { timeZone, startOf });
  const read = events.length === 0 ? [] : [await eventsOf(tx, tenant, query, events, startOf)];
  if (stored === null) return join(read);
  const scope = { ...query, tenant };
  const summed = [storedSums(stored, scope), unstoredChanges(stored, scope)].map(
    (rows) => sql`
      SELECT prefix, ${startOf(sql`at`)} AS start, ${sums} FROM ${rows} GROUP BY 1, 2`,
  );
  return sql`
    SELECT prefix, start, ${sums} FROM (${join([...summed, ...read], " UNION ALL ")}) AS used
     GROUP BY 1, 2 HAVING sum(count) <> 0`;
}

const sums = sql`sum(quantity) AS quantity, sum(count) AS count, sum(late_quantity) AS late_quantity,
                 sum(late_count) AS late_count`;

/** Divides stretches at the ends of the billing periods of each subscription, as SQL. */
function periodsOf(
  tenant: Tenant,
  { subscriptionId, serviceId }: SeriesQuery,
  stretches: readonly Stretch<Date>[],
): Prisma.Sql {
  const conditions = [
    sql`period.began < stretch.until AND period.next > stretch.since`,
    ...(subscriptionId === undefined ? [] : [sql`subscription.id = ${subscriptionId}`]),
    ...(serviceId === undefined ? [] : [sql`subscription.service_id = ${serviceId}`]),
    ...(tenant === null ? [] : [sql`subscription.owner_id = ${tenant}`]),
  ];
  const all = stretches.map(({ from, to }) => sql`(${from}::timestamptz, ${to}::timestamptz)`);
  return sql`
    SELECT subscription.id, period.ended, greatest(period.began, stretch.since) AS began,
           least(period.next, stretch.until) AS next
      FROM (VALUES ${join(all)}) AS stretch (since, until)
     CROSS JOIN subscriptions subscription
      JOIN payment_plans plan ON plan.id = subscription.payment_plan_id
     CROSS JOIN LATERAL (
        SELECT subscription.billing_anchor AT TIME ZONE 'UTC' AS anchor, ${periodLength} AS length,
               stretch.since AT TIME ZONE 'UTC' AS since, stretch.until AT TIME ZONE 'UTC' AS until
      ) AS billing
     CROSS JOIN LATERAL (
        SELECT '-infinity'::timestamptz AS began, 'infinity'::timestamptz AS ended,
               CASE WHEN length IS NULL THEN 'infinity' ELSE subscription.billing_anchor END AS next
        UNION ALL
        SELECT (anchor + length * number) AT TIME ZONE 'UTC',
               (anchor + length * (number + 1)) AT TIME ZONE 'UTC',
               (anchor + length * (number + 1)) AT TIME ZONE 'UTC'
          FROM generate_series(greatest(${periodNumber(sql`billing.since`)} - 1, 0),
                               ${periodNumber(sql`billing.until`)} + 1) AS number
      ) AS period
     WHERE ${join(conditions, " AND ")}`;
}

/**
 * The start of the interval in which a time is, as SQL. In UTC all hours and days have the same length, so no time zone is
 * looked up.
 */
function startsIn(timeZone: string, interval: "hour" | "day"): (time: Prisma.Sql) => Prisma.Sql {
  if (timeZone === utc) {
    const length = interval === "hour" ? sql`'1 hour'` : sql`'1 day'`;
    return (time) => sql`date_bin(${length}, ${time}, '2000-01-01Z')`;
  }
  return interval === "hour"
    ? (time) => hourStart(time, timeZone)
    : (time) => sql`date_trunc('day', ${time} AT TIME ZONE ${timeZone})`;
}

/**
 * The start of an hour of a time zone. Postgres counts back from a time by the clock that was valid then, so after a
 * change of the clock by half an hour it begins before the change: such an hour begins with the change instead.
 */
function hourStart(time: Prisma.Sql, timeZone: string): Prisma.Sql {
  const ahead = (at: Prisma.Sql) =>
    sql`(${at} AT TIME ZONE ${timeZone}) - (${at} AT TIME ZONE 'UTC')`;
  const truncated = sql`date_trunc('hour', ${time}, ${timeZone})`;
  const later = (minutes: number) => sql`(${truncated} + ${minutes}::int * interval '1 minute')`;
  const ifSince = (start: Prisma.Sql) => sql`WHEN ${ahead(start)} THEN ${start}`;
  return sql`
    CASE ${ahead(time)} ${ifSince(truncated)} ${ifSince(later(15))} ${ifSince(later(30))}
    ELSE ${later(45)} END AT TIME ZONE 'UTC'`;
}

/**
 * The sums of events by prefix and interval. It reads each billing period of each subscription as one range of the index
 * usage_events_by_time, which contains all the columns needed. So an event is late if it was recorded at the end of its
 * range or later. OFFSET makes Postgres read one range at a time.
 */
async function eventsOf(
  tx: Queryable,
  tenant: Tenant,
  query: SeriesQuery,
  stretches: readonly Stretch<Date>[],
  startOf: (time: Prisma.Sql) => Prisma.Sql,
): Promise<Prisma.Sql> {
  const { prefix } = query;
  const unvoided = await andUnvoided(tx, query.subscriptionId);
  const columns = sql`
    split_part(event_key, ':', 1) COLLATE "C" AS prefix, ${startOf(sql`occurred_at`)} AS start, quantity,
    created_at >= ended AS is_late`;
  const ofPeriod = sql`
    subscription_id = periods.id AND occurred_at >= began AND occurred_at < next
    ${prefix === undefined ? empty : sql`AND split_part(event_key, ':', 1) = ${prefix}`} ${unvoided}`;
  // Citus refuses lateral joins of a distributed table.
  const events = isDistributed(tx)
    ? sql`(SELECT ${columns} FROM usage_events JOIN periods ON ${ofPeriod}) AS events`
    : sql`periods CROSS JOIN LATERAL (
            SELECT ${columns} FROM usage_events WHERE ${ofPeriod} OFFSET 0) AS events`;
  return sql`(
    WITH periods AS MATERIALIZED (${periodsOf(tenant, query, stretches)})
    SELECT prefix, start, sum(quantity) AS quantity, count(*) AS count,
           coalesce(sum(quantity) FILTER (WHERE is_late), 0) AS late_quantity,
           count(*) FILTER (WHERE is_late) AS late_count
      FROM ${events} GROUP BY prefix, start)`;
}

function seriesOf(rows: readonly Row[], limit: number): Series {
  const [all, ...prefixes] = [...Map.groupBy(rows, ({ prefix }) => prefix).values()].map(sumsOf);
  if (all === undefined) throw new Error("The sum of no events is still a row.");
  const { prefix: _, ...sums } = all;
  return { ...sums, prefixes: prefixes.slice(0, limit), hasMorePrefixes: prefixes.length > limit };
}

/** @param rows the whole time, then its intervals */
function sumsOf([whole, ...intervals]: readonly Row[]): SumsOfPrefix {
  if (whole === undefined) throw new Error("Each prefix has a row for the whole time.");
  return {
    prefix: whole.prefix ?? "",
    ...sumOf(whole),
    intervals: intervals.map((row) => ({ start: row.start ?? "", ...sumOf(row) })),
  };
}

function sumOf({ quantity, count, lateQuantity, lateCount }: Row): SeriesSum {
  return {
    quantity: new Prisma.Decimal(quantity),
    count: Number(count),
    lateQuantity: new Prisma.Decimal(lateQuantity),
    lateCount: Number(lateCount),
  };
}

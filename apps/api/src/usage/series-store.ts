import { isDistributed, type Queryable } from "../db/client.ts";
import { Prisma } from "../db/generated/client.ts";
import { runStatement } from "../db/statements.ts";
import type { Tenant } from "../lib/tenant.ts";
import { utc } from "../lib/time-zone.ts";
import type { UsageSum } from "./store.ts";
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

/** Usage over time, of all prefixes and of each of those with most events. */
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
 * Adds up usage exactly by interval, for all prefixes together and for each of those with most events. It reads each
 * billing period of each subscription as one range of the index usage_events_by_time, which contains all the columns
 * needed. So an event is late if it was recorded at the end of its range or later.
 *
 * @param tx a transaction that is one snapshot
 * @throws DatabaseError when Postgres does not know the time zone (`inKnownTimeZone`)
 */
export async function sumSeries(
  tx: Queryable,
  tenant: Tenant,
  query: SeriesQuery,
): Promise<Series> {
  const format = query.interval === "day" ? "YYYY-MM-DD" : 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
  const sums = sql`coalesce(sum(quantity), 0) AS quantity, coalesce(sum(count), 0) AS count,
                   coalesce(sum(late_quantity), 0) AS "lateQuantity",
                   coalesce(sum(late_count), 0) AS "lateCount"`;
  const unvoided = await andUnvoided(tx, query.subscriptionId);
  const { text, values } = sql`
    WITH periods AS MATERIALIZED (${periodsOf(tenant, query)}), used AS MATERIALIZED (
      SELECT prefix, start, sum(quantity) AS quantity, count(*) AS count,
             sum(quantity) FILTER (WHERE is_late) AS late_quantity,
             count(*) FILTER (WHERE is_late) AS late_count
        FROM ${eventsOf(tx, query, unvoided)} GROUP BY prefix, start
    ), shown AS (
      SELECT prefix, row_number() OVER (ORDER BY sum(count) DESC, prefix) AS place
        FROM used GROUP BY prefix ORDER BY place LIMIT ${query.limit + 1}
    )
    SELECT prefix, to_char(start, ${format}) AS start, quantity, count, "lateQuantity", "lateCount"
      FROM (SELECT 0 AS place, NULL AS prefix, start, ${sums} FROM used GROUP BY ROLLUP (start)
            UNION ALL
            SELECT place, prefix, start, ${sums} FROM used JOIN shown USING (prefix)
             GROUP BY GROUPING SETS ((place, prefix), (place, prefix, start))) AS summed
     ORDER BY place, summed.start NULLS FIRST`;
  return seriesOf(await runStatement<Row>(tx, { text }, values), query.limit);
}

/** The parts of the time that are in one billing period of a subscription each, and when the period ends. */
function periodsOf(
  tenant: Tenant,
  { subscriptionId, serviceId, from, to }: SeriesQuery,
): Prisma.Sql {
  const conditions = [
    ...(subscriptionId === undefined ? [] : [sql`subscription.id = ${subscriptionId}`]),
    ...(serviceId === undefined ? [] : [sql`subscription.service_id = ${serviceId}`]),
    ...(tenant === null ? [] : [sql`subscription.owner_id = ${tenant}`]),
  ];
  const number = (time: Date) => sql`
    CASE WHEN plan.billing_interval = 'MONTH'
         THEN (extract(year FROM ${utcOf(time)}) - extract(year FROM anchor)) * 12
              + extract(month FROM ${utcOf(time)}) - extract(month FROM anchor)
         ELSE floor(extract(epoch FROM ${utcOf(time)} - anchor) / extract(epoch FROM length)) END::int`;
  return sql`
    SELECT subscription.id, period.ended, greatest(period.began, ${from}::timestamptz) AS began,
           least(period.next, ${to}::timestamptz) AS next
      FROM subscriptions subscription
      JOIN payment_plans plan ON plan.id = subscription.payment_plan_id
     CROSS JOIN LATERAL (
        SELECT subscription.billing_anchor AT TIME ZONE 'UTC' AS anchor,
               CASE plan.billing_interval WHEN 'DAY' THEN interval '1 day'
                    WHEN 'WEEK' THEN interval '7 days' WHEN 'MONTH' THEN interval '1 month' END AS length
      ) AS billing
     CROSS JOIN LATERAL (
        SELECT '-infinity'::timestamptz AS began, 'infinity'::timestamptz AS ended,
               CASE WHEN length IS NULL THEN 'infinity' ELSE subscription.billing_anchor END AS next
        UNION ALL
        SELECT (anchor + length * number) AT TIME ZONE 'UTC',
               (anchor + length * (number + 1)) AT TIME ZONE 'UTC',
               (anchor + length * (number + 1)) AT TIME ZONE 'UTC'
          FROM generate_series(greatest(${number(from)} - 1, 0), ${number(to)} + 1) AS number
      ) AS period
     WHERE period.began < ${to}::timestamptz AND period.next > ${from}::timestamptz
           ${conditions.length === 0 ? empty : sql`AND ${join(conditions, " AND ")}`}`;
}

const utcOf = (time: Date) => sql`(${time}::timestamptz AT TIME ZONE 'UTC')`;

/** In UTC all hours and days have the same length, so no time zone is looked up for each event. */
const startsInUtc = {
  hour: sql`date_bin('1 hour', occurred_at, '2000-01-01Z')`,
  day: sql`date_bin('1 day', occurred_at, '2000-01-01Z')`,
};

const startsIn = (timeZone: string) => ({
  hour: sql`date_trunc('hour', occurred_at, ${timeZone}) AT TIME ZONE 'UTC'`,
  day: sql`date_trunc('day', occurred_at AT TIME ZONE ${timeZone})`,
});

/** The events of the periods that are not voided, each with its interval. OFFSET makes Postgres read one range at a time. */
function eventsOf(
  db: Queryable,
  { interval, timeZone, prefix }: SeriesQuery,
  unvoided: Prisma.Sql,
): Prisma.Sql {
  const start = timeZone === utc ? startsInUtc[interval] : startsIn(timeZone)[interval];
  const columns = sql`
    split_part(event_key, ':', 1) COLLATE "C" AS prefix, ${start} AS start, quantity,
    created_at >= ended AS is_late`;
  const ofPeriod = sql`
    subscription_id = periods.id AND occurred_at >= began AND occurred_at < next
    ${prefix === undefined ? empty : sql`AND split_part(event_key, ':', 1) = ${prefix}`} ${unvoided}`;
  // Citus refuses lateral joins of a distributed table.
  return isDistributed(db)
    ? sql`(SELECT ${columns} FROM usage_events JOIN periods ON ${ofPeriod}) AS events`
    : sql`periods CROSS JOIN LATERAL (
            SELECT ${columns} FROM usage_events WHERE ${ofPeriod} OFFSET 0) AS events`;
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

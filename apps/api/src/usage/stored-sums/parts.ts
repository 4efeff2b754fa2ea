import type { Queryable } from "../../db/client.ts";
import { Prisma } from "../../db/generated/client.ts";
import { runStatement } from "../../db/statements.ts";
import { utc } from "../../kit/date-time.ts";
import { changesOf, type Scope } from "./changes.ts";
import { joinLate } from "./late.ts";
import { findProgress } from "./progress.ts";
import { quartered, quarterFrom, quarterOf, type Stretch } from "./quarters.ts";

const { empty, join, sql } = Prisma;

/** Where the usage of a stretch is added up from. */
interface Parts<Moment extends Date | undefined> {
  /** null: the sums do not have it, or not enough of it. */
  readonly stored: StoredPart<Moment> | null;
  /** What has to be read from the events themselves. */
  readonly events: readonly Stretch<Moment | Date>[];
}

/** The part of a stretch that the stored sums have, up to a transaction. */
export interface StoredPart<Moment extends Date | undefined> {
  readonly stretch: Stretch<Moment>;
  /** The number of the last transaction that is in the sums. */
  readonly through: string;
  /** The beginnings of quarters that are not in the part. */
  readonly except: readonly Date[];
}

/** The intervals into which usage is divided. */
export interface Intervals {
  readonly timeZone: string;
  /** The beginning of the interval in which a time is, as SQL. */
  startOf(time: Prisma.Sql): Prisma.Sql;
}

/**
 * Divides a stretch into what the stored sums have, and what has to be read from the events: what is left besides whole
 * quarters of an hour, and quarters in which an interval begins.
 *
 * @param tx a transaction that is one snapshot, in which the parts are read too
 */
export async function findParts<Moment extends Date | undefined>(
  tx: Queryable,
  stretch: Stretch<Moment>,
  intervals?: Intervals,
): Promise<Parts<Moment>> {
  const { whole, edges } = quartered(stretch);
  const through = whole === null ? null : await findProgress(tx);
  if (whole === null || through === null) return { stored: null, events: [stretch] };
  const except = await findDivided(tx, whole, intervals);
  return {
    stored: { stretch: whole, through, except },
    events: [...edges, ...except.map(quarterFrom)],
  };
}

/**
 * Finds the quarters of an hour in which an interval begins. Today's time zones have none. There are some where clocks
 * were changed at a minute past midnight, and before about 1972, where clocks followed the sun.
 */
async function findDivided(
  tx: Queryable,
  { from, to }: Stretch,
  intervals: Intervals | undefined,
): Promise<readonly Date[]> {
  if (intervals === undefined || intervals.timeZone === utc) return [];
  const { timeZone, startOf } = intervals;
  const offset = (time: Prisma.Sql) =>
    sql`(${time} AT TIME ZONE ${timeZone}) - (${time} AT TIME ZONE 'UTC')`;
  const { text, values } = sql`
    SELECT quarter
      FROM generate_series(date_bin('1 day', ${from}::timestamptz, '2000-01-01Z'), ${to}::timestamptz,
                           interval '1 day') AS day
     CROSS JOIN LATERAL (SELECT ${offset(sql`day`)} AS before,
                                ${offset(sql`(day + interval '1 day')`)} AS after OFFSET 0) AS "offset"
     CROSS JOIN LATERAL generate_series(day, day + interval '1 day' - interval '15 minutes',
                                        interval '15 minutes') AS quarter
     WHERE (before <> after OR extract(epoch FROM before)::int % 900 <> 0)
       AND quarter >= ${from}::timestamptz AND quarter < ${to}::timestamptz
       AND ${startOf(sql`quarter`)} <> ${startOf(sql`(quarter + interval '899.999 seconds')`)}`;
  const rows = await runStatement<{ readonly quarter: Date }>(tx, { text }, values);
  return rows.map(({ quarter }) => quarter);
}

/**
 * The stored sums of a part, as SQL for FROM: prefix, at, quantity, count, late_quantity, late_count. A subscription
 * and a service have sums of their own each, so one range of the primary key is read for each record. OFFSET makes
 * Postgres read them so, and not those of other sellers too.
 */
export function storedSums<Moment extends Date | undefined>(
  { stretch, except }: StoredPart<Moment>,
  { prefix, ...scope }: Scope,
): Prisma.Sql {
  const { from, to } = stretch;
  const conditions = [
    sql`record_id = record.id COLLATE "C"`,
    ...(prefix === undefined ? [] : [sql`prefix = ${prefix}`]),
    ...(from === undefined ? [] : [sql`starts_at >= ${from}::timestamptz`]),
    ...(to === undefined ? [] : [sql`starts_at < ${to}::timestamptz`]),
    ...without(except, sql`starts_at`),
  ];
  return sql`(
    SELECT sums.*
      FROM (${recordsOf(scope)}) AS record
     CROSS JOIN LATERAL (
        SELECT prefix, starts_at AS at, quantity, count, late_quantity, late_count
          FROM usage_sums WHERE ${join(conditions, " AND ")} OFFSET 0) AS sums) AS stored`;
}

/** The records whose sums are those of a scope together. */
function recordsOf({ subscriptionId, serviceId, tenant }: Scope): Prisma.Sql {
  const ofOwner = tenant === null ? [] : [sql`owner_id = ${tenant}`];
  const ofService = (column: Prisma.Sql) =>
    serviceId === undefined ? [] : [sql`${column} = ${serviceId}`];
  const where = (conditions: Prisma.Sql[]) =>
    conditions.length === 0 ? empty : sql`WHERE ${join(conditions, " AND ")}`;
  return subscriptionId === undefined
    ? sql`SELECT id FROM services ${where([...ofService(sql`id`), ...ofOwner])}`
    : sql`SELECT id FROM subscriptions
           ${where([sql`id = ${subscriptionId}`, ...ofService(sql`service_id`), ...ofOwner])}`;
}

/** What later transactions changed in a part, in the same columns. */
export function unstoredChanges<Moment extends Date | undefined>(
  { stretch, through: after, except }: StoredPart<Moment>,
  scope: Scope,
): Prisma.Sql {
  const conditions = without(except, quarterOf(sql`change.occurred_at`));
  return sql`(
    SELECT change.prefix, change.occurred_at AS at, change.quantity, change.count,
           CASE WHEN is_late THEN change.quantity ELSE 0 END AS late_quantity,
           CASE WHEN is_late THEN change.count ELSE 0 END AS late_count
      FROM (${changesOf({ after }, { ...scope, ...stretch })}) AS change ${joinLate}
     ${conditions.length === 0 ? empty : sql`WHERE ${join(conditions)}`}) AS unstored`;
}

const without = (except: readonly Date[], quarter: Prisma.Sql): Prisma.Sql[] =>
  except.length === 0 ? [] : [sql`${quarter} <> ALL (${[...except]}::timestamptz[])`];

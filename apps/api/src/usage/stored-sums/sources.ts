import { isDistributed, type Queryable } from "../../db/client.ts";
import { Prisma } from "../../db/generated/client.ts";
import { runStatement } from "../../db/statements.ts";
import { utc } from "../../kit/date-time.ts";
import { isOfThisServer } from "../transactions.ts";
import { changesOf, quarterOf, type Scope, type Stretch } from "./changes.ts";
import { joinLate } from "./late.ts";

const { empty, join, sql } = Prisma;

/** Where the usage of a stretch is added up from. */
interface Sources<Moment extends Date | undefined> {
  /** null: the sums do not have it, or not enough of it. */
  readonly stored: StoredRange<Moment> | null;
  /** What has to be read from the events themselves. */
  readonly events: readonly Stretch<Moment | Date>[];
}

/** The quarters of a stretch that the stored sums have, up to a transaction. */
export interface StoredRange<Moment extends Date | undefined> {
  readonly stretch: Stretch<Moment>;
  /** The number of the last transaction that is in the sums. */
  readonly through: string;
  /** The beginnings of quarters of the stretch that the events are read for instead. */
  readonly except: readonly Date[];
}

/** The intervals into which usage is divided. */
export interface Intervals {
  readonly timeZone: string;
  /** The beginning of the interval in which a time is, as SQL. */
  startOf(time: Prisma.Sql): Prisma.Sql;
}

/**
 * Finds where the usage of a stretch is added up from. The stored sums have whole quarters of an hour; the edges of the
 * stretch, and quarters in which an interval begins, are read from the events.
 *
 * @param tx a transaction that is one snapshot, in which the sources are read too
 */
export async function findSources<Moment extends Date | undefined>(
  tx: Queryable,
  stretch: Stretch<Moment>,
  intervals?: Intervals,
): Promise<Sources<Moment>> {
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
 * Usage is stored as sums of quarters of an hour. Today's time zones are whole quarters apart from UTC, so their hours
 * and days consist of whole quarters.
 */
const quarterMs = 900_000;

/** A stretch of whole quarters, and the rest before and after it. */
interface Quartered<Moment extends Date | undefined> {
  /** null: there is no whole quarter. */
  readonly whole: Stretch<Moment> | null;
  readonly edges: readonly Stretch<Moment>[];
}

/** Splits a stretch at its first and last whole quarter. */
function quartered<Moment extends Date | undefined>(stretch: Stretch<Moment>): Quartered<Moment> {
  const from = rounded(stretch.from, Math.ceil);
  const to = rounded(stretch.to, Math.floor);
  if (from !== undefined && to !== undefined && from >= to) {
    return { whole: null, edges: [stretch] };
  }
  const edges = [
    { from: stretch.from, to: from },
    { from: to, to: stretch.to },
  ];
  return { whole: { from, to }, edges: edges.filter((edge) => isNotEmpty(edge)) };
}

const rounded = <Moment extends Date | undefined>(
  moment: Moment,
  round: (quarters: number) => number,
): Moment =>
  (moment === undefined
    ? undefined
    : new Date(round(moment.getTime() / quarterMs) * quarterMs)) as Moment;

const isNotEmpty = ({ from, to }: Stretch) => from?.getTime() !== to?.getTime();

/** The quarter that begins at a moment. */
const quarterFrom = (from: Date): Stretch<Date> => ({
  from,
  to: new Date(from.getTime() + quarterMs),
});

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
 * The stored sums of a range, as SQL for FROM: prefix, at, quantity, count, late_quantity, late_count. A subscription
 * and a service have sums of their own each, so one range of the primary key is read for each record. OFFSET makes
 * Postgres read them so, and not those of other sellers too.
 */
export function storedSums<Moment extends Date | undefined>(
  { stretch, except }: StoredRange<Moment>,
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

/** What later transactions changed in a range, in the same columns. */
export function unstoredChanges<Moment extends Date | undefined>(
  { stretch, through: after, except }: StoredRange<Moment>,
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

/** How many events that are not in the sums yet a read adds up. If there are more, it reads all events of its time. */
const maxBehind = 50_000;

/**
 * Finds how far the stored sums of usage have come.
 *
 * @param tx a transaction that is one snapshot, in which the sums are read too
 * @returns the number of the last transaction whose events are in the sums; null when the sums cannot be used
 */
export async function findProgress(tx: Queryable): Promise<string | null> {
  if (isDistributed(tx)) return null;
  const { text } = sql`
    SELECT through::text FROM usage_sums_progress WHERE older_are_added AND ${isOfThisServer}`;
  const [progress] = await runStatement<{ readonly through: string }>(tx, { text }, []);
  if (progress === undefined) return null;
  return (await isFarBehind(tx, progress)) ? null : progress.through;
}

async function isFarBehind(
  tx: Queryable,
  { through }: { readonly through: string },
): Promise<boolean> {
  const { text, values } = sql`
    SELECT count(*) > ${maxBehind} AS is_far
      FROM (SELECT FROM usage_events WHERE transaction_id > ${through}::xid8
             LIMIT ${maxBehind + 1}) AS behind`;
  const [row] = await runStatement<{ readonly is_far: boolean }>(tx, { text }, values);
  return row?.is_far === true;
}

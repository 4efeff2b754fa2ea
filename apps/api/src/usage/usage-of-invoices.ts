import type { z } from "zod";
import { wholeBatches } from "../db/citus/nodes.ts";
import type { Queryable } from "../db/client.ts";
import { Prisma, type UsageEvent } from "../db/generated/client.ts";
import { jsonObject, readRecords } from "../db/json-rows.ts";
import { runStatement } from "../db/statements.ts";
import {
  maxDays,
  maxMonths,
  maxPrefixes,
  maxSummedEvents,
  type OneInvoiceUsage,
} from "../schemas/invoice-links.ts";
import { type PeriodAsOf, withinPeriod } from "./measure-usage.ts";
import type { UsageSum } from "./sum-store.ts";
import { andUnvoidedOfInvoice } from "./voids.ts";

const { raw, sql } = Prisma;

interface InvoiceUsage {
  /** The newest events, newest first. */
  readonly usageEvents: UsageEvent[];
  /** How many there are, counted up to a number. */
  readonly usageEventCount: number;
}

/**
 * Finds the usage of invoices on a distributed table, which Citus joins with no other.
 *
 * @returns the usage of each invoice, in order
 */
export async function findUsageOfInvoices(
  db: Queryable,
  invoiceIds: readonly string[],
  max: { readonly listed: number; readonly counted: number },
): Promise<InvoiceUsage[]> {
  const whole = await wholeBatches(db);
  return Promise.all(
    invoiceIds.map(async (id) => {
      const { text, values } = sql`
        SELECT ${raw(event.sql)} AS record FROM usage_events one
         WHERE invoice_id = ${id} AND ${whole}
         ORDER BY one.created_at DESC, one.id DESC LIMIT ${max.listed}`;
      const usageEvents = await readRecords(db, { text, read: event.read }, values);
      const isAll = usageEvents.length < max.listed;
      const usageEventCount = isAll
        ? usageEvents.length
        : await countOfInvoice(db, id, whole, max.counted);
      return { usageEvents, usageEventCount };
    }),
  );
}

const event = jsonObject("one", "UsageEvent");

/** Counts the usage events of invoices on a distributed table, each up to `max`. @returns the counts, in order */
export async function countUsageOfInvoices(
  db: Queryable,
  invoiceIds: readonly string[],
  max: number,
): Promise<number[]> {
  const whole = await wholeBatches(db);
  return Promise.all(invoiceIds.map((id) => countOfInvoice(db, id, whole, max)));
}

async function countOfInvoice(
  db: Queryable,
  invoiceId: string,
  whole: Prisma.Sql,
  max: number,
): Promise<number> {
  const { text, values } = sql`
    SELECT count(*)::int AS count
      FROM (SELECT id FROM usage_events WHERE invoice_id = ${invoiceId} AND ${whole}
             ORDER BY created_at DESC, id DESC LIMIT ${max}) AS counted`;
  const [row] = await runStatement<{ readonly count: number }>(db, { text }, values);
  return row?.count ?? 0;
}

/** The usage of a prefix in an interval. */
interface PrefixSum extends UsageSum {
  readonly prefix: string;
  /** Of all intervals. */
  readonly prefixQuantity: Prisma.Decimal;
  readonly prefixCount: number;
  readonly interval: "day" | "month" | "year";
  /** The interval's first day. */
  readonly start: string;
  /** How many events were added up, of all prefixes. */
  readonly total: number;
}

const intervalNames = { day: "DAY", month: "MONTH", year: "YEAR" } as const;

/**
 * Adds up the newest events of an invoice by prefix and interval, the prefixes with most events first. The span of the
 * usage decides how long an interval is.
 *
 * @param period what its bill bills; undefined: the events that were recorded with its id
 */
export async function sumInvoiceUsage(
  { db }: { readonly db: Queryable },
  invoiceId: string,
  period: PeriodAsOf | undefined,
): Promise<z.input<typeof OneInvoiceUsage>["invoiceUsage"]> {
  const newest =
    period === undefined
      ? sql`WHERE invoice_id = ${invoiceId} AND ${await wholeBatches(db)} ${andUnvoidedOfInvoice(db)}
            ORDER BY created_at DESC, id DESC`
      : sql`WHERE ${await withinPeriod(db, period)} ORDER BY occurred_at DESC, event_key DESC`;
  const maxRows = (maxPrefixes + 1) * Math.max(maxDays, maxMonths);
  const sums = await db.$queryRaw<PrefixSum[]>`
    WITH billed AS MATERIALIZED (
      SELECT split_part(event_key, ':', 1) COLLATE "C" AS prefix, quantity,
             occurred_at AT TIME ZONE 'UTC' AS occurred_at
        FROM usage_events ${newest} LIMIT ${maxSummedEvents}
    ), span AS (
      SELECT count(*)::int AS total,
             CASE WHEN max(occurred_at) - min(occurred_at) < make_interval(days => ${maxDays - 1}) THEN 'day'
                  WHEN max(occurred_at) < min(occurred_at) + make_interval(months => ${maxMonths - 1}) THEN 'month'
                  ELSE 'year' END AS interval
        FROM billed
    ), prefixes AS (
      SELECT prefix, count(*)::int AS "prefixCount", sum(quantity) AS "prefixQuantity"
        FROM billed GROUP BY prefix ORDER BY count(*) DESC, prefix LIMIT ${maxPrefixes + 1}
    ), newest AS (
      SELECT prefix, "prefixCount", "prefixQuantity", interval, total,
             date_trunc(interval, occurred_at) AS start,
             sum(quantity) AS quantity, count(*)::int AS count
        FROM billed JOIN prefixes USING (prefix) CROSS JOIN span
       GROUP BY prefix, "prefixCount", "prefixQuantity", interval, total, start
       ORDER BY start DESC LIMIT ${maxRows}
    )
    SELECT prefix, "prefixCount", "prefixQuantity", interval, total, quantity, count,
           to_char(start, 'YYYY-MM-DD') AS start
      FROM newest ORDER BY "prefixCount" DESC, prefix, newest.start`;
  const [first] = sums;
  const prefixes = [...Map.groupBy(sums, ({ prefix }) => prefix).values()];
  return {
    count: first?.total ?? 0,
    interval: intervalNames[first?.interval ?? "day"],
    prefixes: prefixes.slice(0, maxPrefixes).flatMap(([sum, ...others]) => {
      if (sum === undefined) return [];
      const { prefix, prefixQuantity: quantity, prefixCount: count } = sum;
      return [{ prefix, quantity, count, intervals: [sum, ...others] }];
    }),
    hasMorePrefixes: prefixes.length > maxPrefixes,
  };
}

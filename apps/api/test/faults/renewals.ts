import { expect } from "vitest";
import { sql } from "../harness/database.ts";

/** A plan that renews. */
export interface Terms {
  readonly pricingType: "FIXED_RECURRING" | "USAGE_BASED";
  readonly billingInterval: "DAY" | "WEEK" | "MONTH";
  readonly amount: string;
}

/** Plans that renew. */
export const fixed = (billingInterval: Terms["billingInterval"], amount: string): Terms => ({
  pricingType: "FIXED_RECURRING",
  billingInterval,
  amount,
});
export const metered = (billingInterval: Terms["billingInterval"]): Terms => ({
  pricingType: "USAGE_BASED",
  billingInterval,
  amount: "0.002500",
});
export const monthly = fixed("MONTH", "9.990000");

/** A subscription whose first period began at its anchor. */
export interface Subscribed {
  readonly id: string;
  readonly anchor: Date;
  readonly terms: Terms;
}

interface Period {
  readonly start: string;
  readonly end: string;
}

/** A period that a renewal began, with the rows that the transaction of its event has written. */
interface Renewed extends Period {
  readonly invoices: readonly string[];
  readonly periodsEnded: number;
}

/**
 * Expects that each period until a time has begun once, with everything that follows from it, and that nothing else
 * was written.
 */
export async function expectRenewedOnce(
  databaseUrl: string,
  { id, anchor, terms }: Subscribed,
  until: Date,
): Promise<void> {
  const isFixed = terms.pricingType === "FIXED_RECURRING";
  const [first, ...renewals] = await periodsByCalendar(databaseUrl, anchor, terms, until);
  const count = renewals.length;

  expect(await renewedOf(databaseUrl, id)).toEqual(
    renewals.map((period) => ({
      ...period,
      invoices: isFixed ? [`OPEN ${terms.amount} USDC`] : [],
      periodsEnded: isFixed ? 0 : 1,
    })),
  );
  expect(await currentPeriodOf(databaseUrl, id)).toEqual(renewals.at(-1) ?? first);
  expect(await countsOf(databaseUrl, id)).toEqual({
    "subscription.created": 1,
    "subscription.renewed": count,
    ...(isFixed
      ? { "invoice.created": count, "invoice.opened": count, invoices: count }
      : { "subscription.period_ended": count }),
  });
}

/** Every period that begins until a time, by Postgres's calendar instead of the service's. */
async function periodsByCalendar(
  databaseUrl: string,
  anchor: Date,
  { billingInterval }: Terms,
  until: Date,
): Promise<Period[]> {
  const rows = await sql(
    databaseUrl,
    `WITH boundaries AS (
       SELECT n, ($1::timestamptz AT TIME ZONE 'UTC' + n * $2::interval) AT TIME ZONE 'UTC' AS at
         FROM generate_series(0, 10000) n)
     SELECT "from".at AS start, "to".at AS "end"
       FROM boundaries "from" JOIN boundaries "to" ON "to".n = "from".n + 1
      WHERE "from".at <= $3 ORDER BY "from".n`,
    [anchor, `1 ${billingInterval}`, until],
  );
  return rows.map(inIso);
}

/** An invoice does not name its period: it is the period of the renewal in the same commit. */
async function renewedOf(databaseUrl: string, id: string): Promise<Renewed[]> {
  const rows = await sql(
    databaseUrl,
    `SELECT (renewed.data #>> '{subscription,currentPeriodStart}')::timestamptz AS start,
            (renewed.data #>> '{subscription,currentPeriodEnd}')::timestamptz AS "end",
            ARRAY(SELECT concat_ws(' ', i.status, i.amount, i.currency) FROM invoices i
                   WHERE i.subscription_id = $1 AND i.xmin = renewed.xmin) AS invoices,
            (SELECT count(*)::int FROM webhook_events ended
              WHERE ended.type = 'subscription.period_ended' AND ended.xmin = renewed.xmin
                AND ended.data::jsonb = renewed.data::jsonb) AS "periodsEnded"
       FROM webhook_events renewed
      WHERE type = 'subscription.renewed' AND data #>> '{subscription,id}' = $1
      ORDER BY start`,
    [id],
  );
  return rows.map((row) => ({
    ...inIso(row),
    invoices: row.invoices as string[],
    periodsEnded: row.periodsEnded as number,
  }));
}

async function currentPeriodOf(databaseUrl: string, id: string): Promise<Period | undefined> {
  const rows = await sql(
    databaseUrl,
    `SELECT current_period_start AS start, current_period_end AS "end"
       FROM subscriptions WHERE id = $1`,
    [id],
  );
  return rows.map(inIso)[0];
}

/** The number of events by type of a subscription and its invoices, and of invoices. */
async function countsOf(databaseUrl: string, id: string): Promise<Record<string, number>> {
  const rows = await sql(
    databaseUrl,
    `SELECT type, count(*)::int FROM webhook_events
      WHERE $1 IN (data #>> '{subscription,id}', data #>> '{invoice,subscriptionId}') GROUP BY type
     UNION ALL
     SELECT 'invoices', count(*)::int FROM invoices WHERE subscription_id = $1 GROUP BY 1`,
    [id],
  );
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
}

function inIso({ start, end }: Record<string, unknown>): Period {
  return { start: (start as Date).toISOString(), end: (end as Date).toISOString() };
}

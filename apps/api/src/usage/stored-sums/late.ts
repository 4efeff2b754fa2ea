import { Prisma } from "../../db/generated/client.ts";

const { sql } = Prisma;

/** How long a billing period of `plan` is, as SQL; null: it has none. */
export const periodLength: Prisma.Sql = sql`
  CASE plan.billing_interval WHEN 'DAY' THEN interval '1 day' WHEN 'WEEK' THEN interval '7 days'
       WHEN 'MONTH' THEN interval '1 month' END`;

/**
 * The number of the billing period of `plan` in which a time is, as SQL: the first one has 0. For months, it can be one
 * more.
 *
 * @param time in UTC, without a time zone, as `anchor` is; `length` is `periodLength`
 */
export const periodNumber = (time: Prisma.Sql): Prisma.Sql => sql`
  CASE WHEN plan.billing_interval = 'MONTH'
       THEN (extract(year FROM ${time}) - extract(year FROM anchor)) * 12
            + extract(month FROM ${time}) - extract(month FROM anchor)
       ELSE floor(extract(epoch FROM ${time} - anchor) / extract(epoch FROM length)) END::int`;

/**
 * Joins to each row of `change` its subscription's plan, and whether it was late: recorded at the end of the billing period
 * in which it occurred, or later.
 *
 * @returns SQL that follows the FROM of `change`; its column is `late.is_late`
 */
export const joinLate: Prisma.Sql = sql`
  JOIN subscriptions subscription ON subscription.id = change.subscription_id
  JOIN payment_plans plan ON plan.id = subscription.payment_plan_id
 CROSS JOIN LATERAL (
    SELECT subscription.billing_anchor AT TIME ZONE 'UTC' AS anchor,
           change.occurred_at AT TIME ZONE 'UTC' AS occurred, ${periodLength} AS length
  ) AS billing
 CROSS JOIN LATERAL (SELECT anchor + length * ${periodNumber(sql`occurred`)} AS began) AS period
 CROSS JOIN LATERAL (
    SELECT change.occurred_at >= subscription.billing_anchor
       AND change.created_at >= CASE WHEN occurred < began THEN began
                                     ELSE anchor + length * (${periodNumber(sql`occurred`)} + 1)
                                 END AT TIME ZONE 'UTC' AS is_late
  ) AS late`;

import type { Queryable } from "../db/client.ts";
import { Prisma } from "../db/generated/client.ts";
import type { Tenant } from "../kit/tenant.ts";
import { refusedStates } from "../schemas/settlement-states.ts";
import { pricesNotSigned } from "../schemas/settlements.ts";
import { isLow, leftInSql } from "../settlements/spending-caps/store.ts";
import { isUnbilled } from "../usage/occurrence-store.ts";

const { empty, join, raw, sql } = Prisma;

/** How many records of a kind are looked at, the newest ones: an answer costs the same however many a seller has. */
export const maxLooked = 1_000;
/** How many of the found records are returned. */
const maxItems = 3;
/** After this time without a result, a payment is stuck, in milliseconds: ten minutes. */
const stuckMs = 600_000;
/** How much usage before and after a subscription's periods is looked at. */
const maxUsage = 100;

export interface AttentionQuery {
  readonly serviceId?: string | undefined;
  readonly now: Date;
}

/** A record that needs attention, with how many there are of its kind. */
export interface AttentionRow {
  readonly id: string;
  readonly serviceId: string | null;
  readonly invoiceId: string | null;
  readonly userId: string | null;
  readonly email: string | null;
  readonly amount: Prisma.Decimal | null;
  readonly since: Date | null;
  /** What the kind says more: a failure, a reason, the state of a cap, an address. */
  readonly why: string | null;
  readonly url: string | null;
  readonly isOnTestClock: boolean;
  readonly count: number;
  /** Whether as many records were looked at as are at most. */
  readonly isMore: boolean;
}

/** The newest records of a table, of which some may need attention, and how they are found among them. */
interface Sought {
  readonly looked: Prisma.Sql;
  readonly found: Prisma.Sql;
}

type Seek = (tenant: Tenant, now: Date) => Sought;

const newest = sql`ORDER BY created_at DESC, id DESC LIMIT ${raw(String(maxLooked))}`;
/** The condition for a tenant's rows, to be followed by others. */
const owned = (tenant: Tenant, column = sql`owner_id`) =>
  tenant === null ? empty : sql`${column} = ${tenant} AND`;

/** What is selected of a found record. */
type Columns = Readonly<
  Partial<Record<"id" | "service" | "invoice" | "user" | "amount" | "why" | "url", Prisma.Sql>>
>;

const none = sql`NULL`;

/** @param from the records that were looked at, and what is joined to them */
const select = (
  { id, service, invoice = none, user = none, amount = none, why = none, url = none }: Columns,
  since: Prisma.Sql,
  from: Prisma.Sql = sql`looked`,
) => sql`
  SELECT ${id ?? sql`id`}, ${service ?? sql`service_id`} AS "serviceId", ${invoice}::text AS "invoiceId",
         ${user}::text AS "userId", ${amount}::numeric(24, 6) AS amount, ${since}::timestamptz AS since,
         ${why}::text AS why, ${url}::text AS url
    FROM ${from}`;

const ofInvoice = { invoice: sql`invoice_id`, amount: sql`amount` };

/** The chain has not decided about a payment that was sent. */
const stuckPayments: Seek = (tenant, now) => {
  const before = new Date(now.getTime() - stuckMs);
  const ranges = ["SUBMITTED", "TIMED_OUT"].map(
    (state) => sql`
      (SELECT id, service_id, invoice_id, payer_id, amount, created_at FROM settlements
        WHERE ${owned(tenant, sql`merchant_id`)} status = ${raw(`'${state}'`)} AND created_at < ${before}
          AND payer_id IS NOT NULL ${newest})`,
  );
  return {
    looked: sql`SELECT * FROM (${join(ranges, " UNION ALL ")}) sent ${newest}`,
    found: select({ ...ofInvoice, user: sql`payer_id` }, sql`created_at`),
  };
};

/** Open invoices whose last payment failed, or that ask for more than by the prices of their spending cap. */
const failedPayments: Seek = (tenant, now) => ({
  looked: sql`
    SELECT id, service_id, user_id, subscription_id, due_at, created_at,
           amount - credited_before_payment - paid_from_balance AS due
      FROM invoices
     WHERE ${owned(tenant)} status = 'OPEN' AND user_id IS NOT NULL ${newest}`,
  found: sql`
    ${select(
      {
        ...{ id: sql`looked.id`, service: sql`looked.service_id`, invoice: sql`looked.id` },
        ...{ user: sql`looked.user_id`, amount: sql`looked.due` },
        why: sql`CASE WHEN payment.id IS NULL THEN ${pricesNotSigned.message} ELSE payment.failure END`,
      },
      sql`coalesce(payment.updated_at, looked.created_at)`,
      sql`looked
        LEFT JOIN LATERAL (SELECT id, status, failure, updated_at FROM settlements
                            WHERE invoice_id = looked.id ORDER BY created_at DESC, id DESC LIMIT 1) payment ON true
        LEFT JOIN subscriptions subscription ON subscription.id = looked.subscription_id
        LEFT JOIN spending_caps cap ON cap.checkout_session_id = subscription.checkout_session_id`,
    )}
     WHERE (looked.due_at IS NULL OR looked.due_at > ${now})
       AND (payment.status = ANY (${refusedStates}::settlement_status[])
            OR payment.id IS NULL AND cap.revoked_at IS NULL
               AND cap.refused_invoices @> ARRAY[looked.id || ' ' || looked.due])`,
});

const openDisputes: Seek = (tenant) => ({
  looked: sql`
    SELECT id, service_id, invoice_id, user_id, amount, reason, created_at FROM disputes
     WHERE ${owned(tenant)} status = 'OPEN' ${newest}`,
  found: select({ ...ofInvoice, user: sql`user_id`, why: sql`reason` }, sql`created_at`),
});

/** Credit notes of paid invoices that nobody has refunded yet. */
const refundsToSend: Seek = (tenant) => ({
  looked: sql`
    SELECT id, service_id, invoice_id, user_id, amount, created_at FROM credit_notes
     WHERE ${owned(tenant)} status = 'ISSUED' ${newest}`,
  found: select({ ...ofInvoice, user: sql`user_id` }, sql`created_at`),
});

/** Spending caps of active subscriptions under which the next bill cannot be collected, as far as the database knows. */
const lowCaps: Seek = (tenant, now) => ({
  looked: sql`
    SELECT id, service_id, user_id, payment_plan_id, checkout_session_id, current_period_end, created_at
      FROM subscriptions WHERE ${owned(tenant)} status = 'ACTIVE' ${newest}`,
  found: sql`
    ${select(
      {
        ...{ id: sql`subscription.id`, service: sql`subscription.service_id`, user: sql`user_id` },
        ...{ amount: sql`greatest(${raw(leftInSql)}, 0)`, why: sql`verdict.state` },
      },
      sql`cap.revoked_at`,
      sql`looked subscription
        JOIN spending_caps cap ON cap.checkout_session_id = subscription.checkout_session_id
        JOIN payment_plans plan ON plan.id = subscription.payment_plan_id
        JOIN services service ON service.id = subscription.service_id
       CROSS JOIN LATERAL (
         SELECT CASE WHEN cap.revoked_at IS NOT NULL THEN 'REVOKED'
                     WHEN cap.valid_until <= extract(epoch FROM ${now}::timestamptz) THEN 'EXPIRED'
                     WHEN lower(service.payout_address) IS DISTINCT FROM cap.merchant_address THEN 'OUTDATED'
                     WHEN to_timestamp(cap.valid_until) <= subscription.current_period_end THEN 'ENDS'
                     WHEN NOT (${raw(isLow)}) THEN NULL
                     WHEN plan.pricing_type = 'FIXED_RECURRING' THEN 'SHORT'
                     ELSE 'LOW' END AS state) verdict`,
    )}
     WHERE verdict.state IS NOT NULL`,
});

/** Subscriptions with usage that no bill contains, because it occurred in none of their periods. */
const strayUsage: Seek = (tenant, now) => {
  const range = (bound: Prisma.Sql) => sql`
    (SELECT id, subscription_id, event_key, invoice_id, occurred_at FROM usage_events
      WHERE subscription_id = looked.id AND ${bound} ORDER BY occurred_at DESC LIMIT ${raw(String(maxUsage))})`;
  return {
    // A period that has just ended is about to be followed by the next one.
    looked: sql`
      SELECT id, service_id, user_id, created_at, billing_anchor AS starts,
             CASE WHEN current_period_end IS NULL THEN 'infinity'
                  WHEN status = 'ACTIVE' THEN greatest(current_period_end, ${now}::timestamptz)
                  ELSE current_period_end END AS ends
        FROM subscriptions WHERE ${owned(tenant)} true ${newest}`,
    found: select(
      { id: sql`stray.id`, user: sql`user_id` },
      sql`stray.occurred_at`,
      sql`looked CROSS JOIN LATERAL (
        SELECT one.id, one.occurred_at
          FROM (${range(sql`occurred_at < looked.starts`)} UNION ALL
                ${range(sql`occurred_at >= looked.ends`)}) one
         WHERE ${isUnbilled} ORDER BY one.occurred_at DESC LIMIT 1) stray`,
    ),
  };
};

const failingWebhooks: Seek = (tenant) => ({
  looked: sql`
    SELECT id, service_id, url, disabled_reason, created_at,
           CASE WHEN disabled_reason IS NOT NULL THEN updated_at WHEN status = 'ENABLED' THEN failing_since END AS since
      FROM webhook_endpoints WHERE ${owned(tenant)} deleted_at IS NULL ${newest}`,
  found: sql`
    ${select({ why: sql`disabled_reason`, url: sql`url` }, sql`since`)}
     WHERE since IS NOT NULL`,
});

const seeks = {
  payment_stuck: stuckPayments,
  payment_failed: failedPayments,
  dispute_open: openDisputes,
  refund_to_send: refundsToSend,
  spending_cap_low: lowCaps,
  usage_outside: strayUsage,
  webhook_failing: failingWebhooks,
} satisfies Readonly<Record<string, Seek>>;

export type AttentionKind = keyof typeof seeks;

/** In the order in which they are told. */
export const attentionKinds = Object.keys(seeks) as [AttentionKind, ...AttentionKind[]];

/** Finds what needs attention of a kind among a tenant's newest records, the newest first. */
export function findAttention(
  db: Queryable,
  tenant: Tenant,
  kind: AttentionKind,
  { serviceId, now }: AttentionQuery,
): Promise<AttentionRow[]> {
  const { looked, found } = seeks[kind](tenant, now);
  const ofService = serviceId === undefined ? empty : sql`WHERE found."serviceId" = ${serviceId}`;
  return db.$queryRaw<AttentionRow[]>`
    WITH looked AS (${looked}), found AS (${found})
    SELECT shown.*, users.email,
           EXISTS (SELECT FROM services_on_test_clocks WHERE service_id = shown."serviceId") AS "isOnTestClock"
      FROM (SELECT found.*, (count(*) OVER ())::int AS count,
                   (SELECT count(*) FROM looked) >= ${raw(String(maxLooked))} AS "isMore"
              FROM found ${ofService}
             ORDER BY since DESC NULLS LAST, id DESC LIMIT ${raw(String(maxItems))}) shown
      LEFT JOIN users ON users.id = shown."userId"
     ORDER BY since DESC NULLS LAST, id DESC`;
}

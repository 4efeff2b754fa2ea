import type { RowsToWrite } from "../../balances/book-store.ts";
import type { BillingInterval, UsageLimit } from "../../db/generated/client.ts";
import { jsonObject, type SqlJson } from "../../db/json-rows.ts";
import {
  type AnyTransaction,
  given,
  type InAnyTransaction,
  runStatement,
  textArray,
} from "../../db/statements.ts";
import { textOfUnits, unitsOfText } from "../../kit/money.ts";

/*
 * Limits, and what is used of them. A limit counts in groups: all usage of its service together, that of each subscription,
 * or of each subject of a subscription. Each group has a counter, which is a row.
 */

/** Whose usage it is, and when it occurs. */
export interface UsageAt {
  readonly serviceId: string;
  readonly subscriptionId: string;
  /** Empty: it is not told. */
  readonly subject: string;
  readonly occurredAt: Date;
}

/** A window of a limit, in milliseconds since 1970. */
export interface Window {
  /** -Infinity: it has no start. */
  readonly from: number;
  /** Infinity: it has no end. */
  readonly to: number;
}

/** What is used in a window. */
export interface UsedWindow extends Window {
  /** In millionths. */
  readonly used: bigint;
  /** Whether an event was refused. */
  readonly isReached: boolean;
}

/** What was stored of a counter. */
interface Counted {
  /** Windows that begin then or later, and are not in the list, have no usage. */
  readonly completeFrom: number;
  readonly windows: readonly UsedWindow[];
}

/** A limit that applies to usage, and the counter of the usage's group. */
export interface FoundLimit extends UsageLimit {
  /** The group: a subscription, and a subject of it; empty: all. */
  readonly ofSubscription: string;
  readonly ofSubject: string;
  /** Of the subscription, for periods. */
  readonly billingAnchor: Date;
  readonly billingInterval: BillingInterval;
  /** What holds reserve, in millionths. */
  readonly reserved: bigint;
  /** null: nothing was stored yet. */
  readonly counted: Counted | null;
}

/** A limit that applies to usage, and the window in which the usage is. */
export interface AppliedLimit {
  readonly limit: FoundLimit;
  readonly window: Window;
}

type Bounds = readonly [from: number | null, to: number | null];

/** A window in a counter's row. */
type StoredWindow = readonly [...Bounds, used: string, isReached: boolean];

type CounterRow = readonly [completeFrom: number | null, windows: readonly StoredWindow[]];

const windowOf = ([from, to]: Bounds): Window => ({
  from: from ?? Number.NEGATIVE_INFINITY,
  to: to ?? Number.POSITIVE_INFINITY,
});

const stored = ({ from, to, used, isReached }: UsedWindow): StoredWindow => [
  finiteOrNull(from),
  finiteOrNull(to),
  textOfUnits(used),
  isReached,
];

const finiteOrNull = (time: number) => (Number.isFinite(time) ? time : null);

const milliseconds = (time: string) => `(extract(epoch FROM ${time}) * 1000)::bigint`;

const text = (sql: string): SqlJson<string> => ({ sql, read: (value) => value as string });

/** OFFSET makes Postgres look up one row at a time: it reads nothing else, however many there are. */
const counter = `(
  SELECT json_build_array(${milliseconds("complete_from")}, windows) FROM usage_limit_counters counter
   WHERE counter.limit_id = applied.id AND counter.subscription_id = applied.group_subscription
     AND counter.subject = applied.group_subject OFFSET 0)`;

/** What the holds in place reserve. Of a service, the reservations of its seller are few. */
const reserved = `(
  SELECT coalesce(sum(CASE applied.measure WHEN 'quantity' THEN hold.quantity WHEN 'charge' THEN hold.amount ELSE 1 END), 0)
         ::numeric(50,6)::text
    FROM (SELECT * FROM balance_holds one
           WHERE applied.scope <> 'service' AND one.owner_id = applied.owner_id
             AND one.subscription_id = applied.group_subscription AND one.status = 'HELD'
           UNION ALL
          SELECT one.* FROM balance_holds one JOIN subscriptions ON subscriptions.id = one.subscription_id
           WHERE applied.scope = 'service' AND one.owner_id = applied.owner_id AND one.subscription_id IS NOT NULL
             AND one.status = 'HELD' AND subscriptions.service_id = applied.service_id) hold
   WHERE hold.expires_at > $5::timestamptz
     AND applied.group_subject IN ('', hold.subject)
     AND split_part(hold.event_key, ':', 1) = coalesce(applied.key_prefix, split_part(hold.event_key, ':', 1)))`;

const foundLimit = jsonObject("applied", "UsageLimit", {
  ofSubscription: text("applied.group_subscription"),
  ofSubject: text("applied.group_subject"),
  billingInterval: {
    sql: "applied.billing_interval",
    read: (interval) => interval as BillingInterval,
  },
  billingAnchor: {
    sql: "applied.billing_anchor",
    read: (time) => new Date(time as string),
  },
  reserved: { sql: reserved, read: (sum) => unitsOfText(sum as string) },
  counted: { sql: counter, read: (row) => row as CounterRow | null },
});

const narrowed = (subscription: string, subject: string) => `
  SELECT * FROM usage_limits one
   WHERE one.service_id = named.service_id AND one.subscription_id ${subscription} AND one.subject ${subject}
     AND (one.scope <> 'subject' OR named.subject <> '')`;

const find = {
  name: "find_limits",
  text: `
  WITH usage AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) WITH ORDINALITY
      AS usage (service_id, subscription_id, subject, occurred_at, place)),
  named AS (SELECT DISTINCT service_id, subscription_id, subject FROM usage),
  applied AS MATERIALIZED (
    SELECT row_number() OVER ()::int AS number, named.subscription_id AS named_subscription, named.subject AS named_subject,
           CASE WHEN one.scope = 'service' THEN '' ELSE named.subscription_id END AS group_subscription,
           CASE WHEN one.scope = 'subject' THEN named.subject ELSE '' END AS group_subject,
           subscription.billing_anchor, plan.billing_interval, one.*
      FROM named
      JOIN LATERAL (SELECT * FROM subscriptions WHERE id = named.subscription_id OFFSET 0) subscription ON true
      JOIN LATERAL (SELECT * FROM payment_plans WHERE id = subscription.payment_plan_id OFFSET 0) plan ON true
     CROSS JOIN LATERAL (${[
       narrowed("IS NULL", "IS NULL"),
       narrowed("= named.subscription_id", "IS NULL"),
       narrowed("IS NULL", "= named.subject"),
       narrowed("= named.subscription_id", "= named.subject"),
     ].join(" UNION ALL ")} OFFSET 0) one)
  SELECT (SELECT json_agg(${foundLimit.sql} ORDER BY number) FROM applied) AS limits,
         (SELECT json_agg(json_build_array(usage.place, applied.number, ${milliseconds("lower(during)")},
                                           ${milliseconds("upper(during)")}) ORDER BY usage.place, applied.number)
            FROM usage
            JOIN applied ON applied.service_id = usage.service_id
                        AND applied.named_subscription = usage.subscription_id AND applied.named_subject = usage.subject
           CROSS JOIN LATERAL (
             SELECT limit_window(applied."window", applied.time_zone, applied.seconds, applied.billing_anchor,
                                 applied.billing_interval, usage.occurred_at) AS during) windows) AS windows`,
};

interface Answer {
  readonly limits: readonly unknown[] | null;
  /** By the places of the usage and the numbers of the limits, both from 1. */
  readonly windows: readonly (readonly [place: number, number: number, ...Bounds])[] | null;
}

/**
 * Finds the limits that apply to usage, whichever keys they count.
 *
 * @param usage distinct
 * @returns those of each usage, in order
 */
export async function findLimits(
  { tx, now }: InAnyTransaction,
  usage: readonly UsageAt[],
): Promise<readonly (readonly AppliedLimit[])[]> {
  const [answer] = await runStatement<Answer>(tx, find, [
    textArray(usage, ({ serviceId }) => serviceId),
    textArray(usage, ({ subscriptionId }) => subscriptionId),
    textArray(usage, ({ subject }) => subject),
    textArray(usage, ({ occurredAt }) => occurredAt.toISOString()),
    now.toISOString(),
  ]);
  const limits = (answer?.limits ?? []).map((json): FoundLimit => {
    const { counted, ...limit } = foundLimit.read(json);
    return { ...limit, counted: counted === null ? null : countedOf(counted) };
  });
  const applied: AppliedLimit[][] = usage.map(() => []);
  for (const [place, number, ...bounds] of answer?.windows ?? []) {
    const limit = limits[number - 1];
    if (limit === undefined) throw new Error("A window must be of a limit that was found.");
    applied[place - 1]?.push({ limit, window: windowOf(bounds) });
  }
  return applied;
}

function countedOf([completeFrom, windows]: CounterRow): Counted {
  return {
    completeFrom: completeFrom ?? Number.NEGATIVE_INFINITY,
    windows: windows.map(([from, to, used, isReached]) => ({
      ...windowOf([from, to]),
      used: unitsOfText(used),
      isReached,
    })),
  };
}

/*
 * Sums over events. Voided events do not count. A charge takes what it charges from what is available; the commit of a hold
 * takes it from what is held.
 */

const measured = {
  quantity: { value: "event.quantity", join: "" },
  count: { value: "1", join: "" },
  charge: {
    value: "-(entry.available + entry.held)",
    join: "JOIN balance_entries entry ON entry.usage_event_id = event.id",
  },
} as const;

/** The text names only the columns that it needs: without a subject, an index alone is read. */
const sumText = ({ measure, scope, keyPrefix }: FoundLimit) => `
  SELECT given.place::int, ${milliseconds("lower(during)")}::float8 AS "from", ${milliseconds("upper(during)")}::float8 AS "to",
         sum(${measured[measure].value})::numeric(50,6)::text AS used
    FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[]) WITH ORDINALITY
      AS given (id, subject, first, before, place)
    JOIN subscriptions subscription ON subscription.${scope === "service" ? "service_id" : "id"} = given.id
    JOIN payment_plans plan ON plan.id = subscription.payment_plan_id
   CROSS JOIN LATERAL (
      SELECT * FROM usage_events one
       WHERE one.subscription_id = subscription.id AND one.occurred_at >= given.first AND one.occurred_at < given.before
         ${scope === "subject" ? "AND one.subject = given.subject" : ""}
         ${keyPrefix === null ? "" : "AND split_part(one.event_key, ':', 1) = $8"}
         AND NOT EXISTS (SELECT FROM usage_event_voids void
                          WHERE void.subscription_id = one.subscription_id AND void.event_key = one.event_key)) event
    ${measured[measure].join}
   CROSS JOIN LATERAL (
      SELECT limit_window($5::limit_window_kind, $6, $7::int, subscription.billing_anchor, plan.billing_interval,
                          event.occurred_at) AS during) windows
   GROUP BY given.place, during ORDER BY given.place, during`;

/** A counter, and between which times it is summed up. */
interface ToSum {
  readonly limit: FoundLimit;
  /** Both begin windows; `to` is not part of it. */
  readonly between: Window;
}

/**
 * Sums up what counters of one limit count.
 *
 * @returns of each counter its windows with usage, in order
 */
export async function sumUsage(
  db: AnyTransaction,
  counters: readonly ToSum[],
): Promise<readonly (readonly UsedWindow[])[]> {
  const [first] = counters;
  if (first === undefined) return [];
  const { limit } = first;
  const { scope, keyPrefix, measure } = limit;
  const statement = {
    name: `sum_limit_${measure}_of_${scope}${keyPrefix === null ? "" : "_and_prefix"}`,
    text: sumText(limit),
  };
  type Row = { readonly place: number } & Record<"from" | "to", number | null> & { used: string };
  const rows = await runStatement<Row>(db, statement, [
    textArray(counters, ({ limit: one }) =>
      scope === "service" ? one.serviceId : one.ofSubscription,
    ),
    textArray(counters, ({ limit: one }) => one.ofSubject),
    textArray(counters, ({ between }) => postgresTime(between.from)),
    textArray(counters, ({ between }) => postgresTime(between.to)),
    ...[limit.window, limit.timeZone, limit.seconds],
    ...(keyPrefix === null ? [] : [keyPrefix]),
  ]);
  const sums: UsedWindow[][] = counters.map(() => []);
  for (const { place, from, to, used } of rows) {
    sums[place - 1]?.push({ ...windowOf([from, to]), used: unitsOfText(used), isReached: false });
  }
  return sums;
}

const postgresTime = (time: number) =>
  Number.isFinite(time) ? new Date(time).toISOString() : time < 0 ? "-infinity" : "infinity";

/** A counter to store. */
export interface CounterToStore extends Counted {
  readonly limit: FoundLimit;
}

const counterTypes = ["text", "text", "text", "timestamptz", "jsonb"];

/** Stores counters whose services' rows are locked. */
export function countersToWrite(counters: readonly CounterToStore[]): RowsToWrite[] {
  if (counters.length === 0) return [];
  const text = (first: number) => `
    INSERT INTO usage_limit_counters (limit_id, subscription_id, subject, complete_from, windows)
    SELECT * FROM ${given(counterTypes, first)} AS given
    ON CONFLICT (limit_id, subscription_id, subject)
    DO UPDATE SET complete_from = excluded.complete_from, windows = excluded.windows
    RETURNING 1`;
  const values = [
    textArray(counters, ({ limit }) => limit.id),
    textArray(counters, ({ limit }) => limit.ofSubscription),
    textArray(counters, ({ limit }) => limit.ofSubject),
    textArray(counters, ({ completeFrom }) =>
      Number.isFinite(completeFrom) ? postgresTime(completeFrom) : null,
    ),
    textArray(counters, ({ windows }) => JSON.stringify(windows.map(stored))),
  ];
  return [{ name: "count_limits", text, values, count: counters.length }];
}

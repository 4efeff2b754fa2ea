import type { RowsToWrite } from "../../balances/book-store.ts";
import type { BillingInterval, UsageLimit } from "../../db/generated/client.ts";
import { jsonObject } from "../../db/json-rows.ts";
import {
  type AnyTransaction,
  given,
  type InAnyTransaction,
  isOnNodes,
  runStatement,
  textArray,
} from "../../db/statements.ts";
import { firstTime, lastTime } from "../../kit/date-time.ts";
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
  /** Whether the limit was reached: all of it is used, or an event was refused. */
  readonly isReached: boolean;
}

/** A counter, as it is stored. */
interface Counted {
  /** Of a rolling window: steps that begin then or later, and are not in the list, have no usage. Infinity: none is known. */
  readonly completeFrom: number;
  readonly windows: readonly UsedWindow[];
}

/** A limit, and a group of it. */
export interface LimitGroup {
  readonly limit: UsageLimit;
  /** A subscription, and a subject of it; empty: all. */
  readonly subscriptionId: string;
  readonly subject: string;
}

/** What is stored of a group, and what holds reserve in it. */
export interface FoundGroup extends LimitGroup, Counted {
  /** In millionths. */
  readonly reserved: bigint;
}

/** The limits that apply to some usage. */
export interface FoundLimits {
  /** The groups in which usage counts, in the order of what was asked for. */
  readonly groups: readonly (readonly FoundGroup[])[];
  /** The periods of its subscription, in the same order. */
  readonly periods: readonly { readonly anchor: Date; readonly interval: BillingInterval }[];
  /** The day of a limit in which usage occurs. @param place of the usage */
  dayOf(limit: UsageLimit, place: number): Window;
}

type Bounds = readonly [from: number | null, to: number | null];

/** A window in a counter's row. */
type StoredWindow = readonly [...Bounds, used: string, isReached: boolean];

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

const shownLimit = jsonObject("one", "UsageLimit");

const narrowed = (subscription: string, subject: string) => `
  SELECT id FROM usage_limits one
   WHERE one.service_id = usage.service_id AND one.subscription_id ${subscription} AND one.subject ${subject}
     AND (one.scope <> 'subject' OR usage.subject <> '')`;

/** Of a service, the holds of its seller that reserve something are read; they are few. */
const reservedBy = (scope: UsageLimit["scope"], condition: string) => `
  SELECT hold.* FROM balance_holds hold
   WHERE one.scope = '${scope}' AND hold.owner_id = one.owner_id AND hold.status = 'HELD' AND ${condition}`;

/** OFFSET makes Postgres look up one row at a time: it reads nothing else, however many there are. */
const find = {
  name: "find_limits",
  text: `
  WITH usage AS (
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) WITH ORDINALITY
      AS usage (service_id, subscription_id, subject, occurred_at, place)),
  applied AS MATERIALIZED (
    SELECT usage.place, usage.occurred_at, one.id,
           CASE WHEN one.scope = 'service' THEN '' ELSE usage.subscription_id END AS of_subscription,
           CASE WHEN one.scope = 'subject' THEN usage.subject ELSE '' END AS of_subject, one."window", one.time_zone
      FROM usage
     CROSS JOIN LATERAL (${[
       narrowed("IS NULL", "IS NULL"),
       narrowed("= usage.subscription_id", "IS NULL"),
       narrowed("IS NULL", "= usage.subject"),
       narrowed("= usage.subscription_id", "= usage.subject"),
     ].join(" UNION ALL ")} OFFSET 0) found
      JOIN usage_limits one ON one.id = found.id),
  groups AS MATERIALIZED (
    SELECT row_number() OVER ()::int AS number, id, of_subscription, of_subject
      FROM applied GROUP BY id, of_subscription, of_subject)
  SELECT (SELECT json_agg(${shownLimit.sql}) FROM usage_limits one WHERE id IN (SELECT id FROM groups)) AS limits,
         (SELECT json_agg(json_build_array(groups.id, of_subscription, of_subject, counter.row, reserved.sum) ORDER BY number)
            FROM groups
            JOIN usage_limits one ON one.id = groups.id
            LEFT JOIN LATERAL (
              SELECT json_build_array(${milliseconds("complete_from")}, windows) AS row FROM usage_limit_counters
               WHERE limit_id = groups.id AND subscription_id = of_subscription AND subject = of_subject OFFSET 0
            ) counter ON true
           CROSS JOIN LATERAL (
              SELECT sum(CASE one.measure WHEN 'quantity' THEN hold.quantity WHEN 'charge' THEN hold.amount ELSE 1 END)
                     ::numeric(50,6)::text AS sum
                FROM (${[
                  reservedBy(
                    "subject",
                    "hold.subscription_id = of_subscription AND hold.subject = of_subject",
                  ),
                  reservedBy("subscription", "hold.subscription_id = of_subscription"),
                  reservedBy(
                    "service",
                    `hold.subscription_id IS NOT NULL AND EXISTS (
                       SELECT FROM subscriptions WHERE id = hold.subscription_id AND service_id = one.service_id)`,
                  ),
                ].join(" UNION ALL ")}) hold
               WHERE hold.expires_at > $5::timestamptz
                 AND split_part(hold.event_key, ':', 1) = coalesce(one.key_prefix, split_part(hold.event_key, ':', 1))
           ) reserved) AS groups,
         (SELECT json_agg(json_build_array(place, number) ORDER BY place, number)
            FROM applied JOIN groups USING (id, of_subscription, of_subject)) AS applied,
         (SELECT json_agg(json_build_array(place, time_zone, ${milliseconds("starts")},
                                           ${milliseconds("day_start(starts + interval '36 hours', time_zone)")}))
            FROM (SELECT DISTINCT place, time_zone, occurred_at FROM applied WHERE "window" = 'day') AS days,
                 LATERAL day_start(occurred_at, time_zone) AS starts) AS days,
         (SELECT json_agg(json_build_array(billing_anchor, billing_interval) ORDER BY place)
            FROM usage
            LEFT JOIN LATERAL (
              SELECT subscription.billing_anchor, plan.billing_interval
                FROM subscriptions subscription JOIN payment_plans plan ON plan.id = subscription.payment_plan_id
               WHERE subscription.id = usage.subscription_id OFFSET 0) subscription ON true) AS periods`,
};

interface Answer {
  readonly limits: readonly unknown[] | null;
  readonly groups:
    | readonly (readonly [
        limitId: string,
        subscriptionId: string,
        subject: string,
        counter: readonly [completeFrom: number | null, windows: readonly StoredWindow[]] | null,
        reserved: string | null,
      ])[]
    | null;
  /** Places of usage and numbers of groups, both from 1. */
  readonly applied: readonly (readonly [place: number, number: number])[] | null;
  readonly days: readonly (readonly [place: number, timeZone: string, ...Bounds])[] | null;
  readonly periods: readonly (readonly [anchor: string | null, interval: BillingInterval])[] | null;
}

/**
 * Finds the limits that apply to usage, whichever keys they count.
 *
 * @param usage distinct
 */
export async function findLimits(
  { tx, now }: InAnyTransaction,
  usage: readonly UsageAt[],
): Promise<FoundLimits> {
  const [answer] = await runStatement<Answer>(tx, find, [
    textArray(usage, ({ serviceId }) => serviceId),
    textArray(usage, ({ subscriptionId }) => subscriptionId),
    textArray(usage, ({ subject }) => subject),
    textArray(usage, ({ occurredAt }) => occurredAt.toISOString()),
    now.toISOString(),
  ]);
  const limits = (answer?.limits ?? []).map((json) => shownLimit.read(json));
  const limitOf = new Map(limits.map((limit) => [limit.id, limit]));
  const all = (answer?.groups ?? []).map(
    ([limitId, subscriptionId, subject, counter, reserved]): FoundGroup => {
      const limit = limitOf.get(limitId);
      if (limit === undefined) throw new Error("A group must be of a limit that was found.");
      return {
        ...{ limit, subscriptionId, subject },
        completeFrom: counter?.[0] ?? Number.POSITIVE_INFINITY,
        windows: (counter?.[1] ?? []).map(([from, to, used, isReached]) => ({
          ...windowOf([from, to]),
          used: unitsOfText(used),
          isReached,
        })),
        reserved: reserved === null ? 0n : unitsOfText(reserved),
      };
    },
  );
  const groups: FoundGroup[][] = usage.map(() => []);
  for (const [place, number] of answer?.applied ?? []) {
    const group = all[number - 1];
    if (group !== undefined) groups[place - 1]?.push(group);
  }
  const days = new Map(
    (answer?.days ?? []).map(([place, zone, ...bounds]) => [`${place} ${zone}`, windowOf(bounds)]),
  );
  return {
    groups,
    periods: (answer?.periods ?? []).map(([anchor, interval]) => ({
      anchor: new Date(anchor ?? Number.NaN),
      interval,
    })),
    dayOf: ({ timeZone }, place) => {
      const day = days.get(`${place + 1} ${timeZone}`);
      if (day === undefined) throw new Error("A limit of days must have the day of the usage.");
      return day;
    },
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

/** The text names only the columns that it needs: without a subject and a charge, an index alone is read. */
const sumText = ({ measure, scope, keyPrefix, seconds }: UsageLimit) => {
  const step = "floor(extract(epoch FROM event.occurred_at) / $5::int)::bigint";
  return `
  SELECT given.place::int, ${seconds === null ? "NULL" : `(${step} * $5::int * 1000)::float8`} AS step,
         sum(${measured[measure].value})::numeric(50,6)::text AS used
    FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[]) WITH ORDINALITY
      AS given (id, subject, first, before, place)
    JOIN subscriptions subscription ON subscription.${scope === "service" ? "service_id" : "id"} = given.id
   CROSS JOIN LATERAL (
      SELECT * FROM usage_events one
       WHERE one.subscription_id = subscription.id AND one.occurred_at >= given.first AND one.occurred_at < given.before
         ${scope === "subject" ? "AND one.subject = given.subject" : ""}
         ${keyPrefix === null ? "" : `AND split_part(one.event_key, ':', 1) = $${seconds === null ? 5 : 6}`}
         AND NOT EXISTS (SELECT FROM usage_event_voids void
                          WHERE void.subscription_id = one.subscription_id AND void.event_key = one.event_key)) event
    ${measured[measure].join}
   GROUP BY 1, 2 ORDER BY 1, 2`;
};

/**
 * The same for one group on Citus, where no usage is voided. Sums of events are added up on their nodes; what events were
 * charged is on the coordinator, which reads the events first.
 */
const sumTextOnNodes = ({ measure, scope, keyPrefix, seconds }: UsageLimit) => {
  const { value, join } = measured[measure];
  const step = "floor(extract(epoch FROM event.occurred_at) / $5::int)::bigint";
  return `
  WITH event AS ${join === "" ? "NOT MATERIALIZED" : "MATERIALIZED"} (
    SELECT * FROM usage_events
     WHERE ${scope === "service" ? "service_id" : "subscription_id"} = $1::text AND occurred_at >= $3::timestamptz
       AND occurred_at < $4::timestamptz AND ($2::text = '' OR subject = $2)
       ${keyPrefix === null ? "" : `AND split_part(event_key, ':', 1) = $${seconds === null ? 5 : 6}`})
  SELECT 1 AS place, ${seconds === null ? "NULL::float8" : `(${step} * $5::int * 1000)::float8`} AS step,
         sum(${value})::numeric(50,6)::text AS used
    FROM event ${join} GROUP BY 1, 2 ORDER BY 1, 2`;
};

/** A part of the time of a group. */
export interface ToSum {
  readonly group: LimitGroup;
  readonly between: Window;
}

/**
 * Sums up what groups of one limit have used.
 *
 * @param stepS the length of the steps of a rolling window, in seconds
 * @returns for each part its windows with usage: of a rolling window the steps, of another one all of the part
 */
export async function sumUsage(
  db: AnyTransaction,
  parts: readonly ToSum[],
  stepS: number | null,
): Promise<readonly (readonly UsedWindow[])[]> {
  const [first] = parts;
  if (first === undefined) return [];
  const { limit } = first.group;
  const { scope, keyPrefix, measure, serviceId } = limit;
  const isElsewhere = isOnNodes(db);
  if (isElsewhere && parts.length > 1) {
    return (await Promise.all(parts.map((part) => sumUsage(db, [part], stepS)))).flat();
  }
  const statement = {
    name: `sum_limit_${measure}_of_${scope}${stepS === null ? "" : "_by_step"}${keyPrefix === null ? "" : "_and_prefix"}${isElsewhere ? "_on_nodes" : ""}`,
    text: isElsewhere ? sumTextOnNodes(limit) : sumText(limit),
  };
  const each = (of: (part: ToSum) => string) => (isElsewhere ? of(first) : textArray(parts, of));
  type Row = { readonly place: number; readonly step: number | null; readonly used: string };
  const rows = await runStatement<Row>(db, statement, [
    each(({ group }) => (scope === "service" ? serviceId : group.subscriptionId)),
    each(({ group }) => group.subject),
    each(({ between }) => postgresTime(between.from)),
    each(({ between }) => postgresTime(between.to)),
    ...(stepS === null ? [] : [stepS]),
    ...(keyPrefix === null ? [] : [keyPrefix]),
  ]);
  const sums = parts.map((): UsedWindow[] => []);
  for (const { place, step, used } of rows) {
    const { between } = parts[place - 1] as ToSum;
    const window =
      step === null || stepS === null ? between : { from: step, to: step + stepS * 1_000 };
    sums[place - 1]?.push({ ...window, used: unitsOfText(used), isReached: false });
  }
  return sums;
}

/** Events occur in the years 1 to 9999. Postgres reads no other year as JavaScript writes it. */
function postgresTime(time: number): string {
  if (time < firstTime) return "-infinity";
  return time > lastTime ? "infinity" : new Date(time).toISOString();
}

/** A counter to store. */
export interface CounterToStore extends Counted {
  readonly group: LimitGroup;
}

const counterTypes = ["text", "text", "text", "timestamptz", "jsonb"];

/** Stores counters of services whose rows are locked. */
export function countersToWrite(counters: readonly CounterToStore[]): RowsToWrite[] {
  if (counters.length === 0) return [];
  const text = (first: number) => `
    INSERT INTO usage_limit_counters (limit_id, subscription_id, subject, complete_from, windows)
    SELECT * FROM ${given(counterTypes, first)} AS given
    ON CONFLICT (limit_id, subscription_id, subject)
    DO UPDATE SET complete_from = excluded.complete_from, windows = excluded.windows
    RETURNING 1`;
  const values = [
    textArray(counters, ({ group }) => group.limit.id),
    textArray(counters, ({ group }) => group.subscriptionId),
    textArray(counters, ({ group }) => group.subject),
    textArray(counters, ({ completeFrom }) =>
      Number.isFinite(completeFrom) ? postgresTime(completeFrom) : null,
    ),
    textArray(counters, ({ windows }) => JSON.stringify(windows.map(stored))),
  ];
  return [{ name: "count_limits", text, values, count: counters.length }];
}

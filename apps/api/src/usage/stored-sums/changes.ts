import { Prisma } from "../../db/generated/client.ts";
import type { Tenant } from "../../kit/tenant.ts";
import { type Transactions, writtenBy } from "../transactions.ts";

const { join, sql } = Prisma;

const prefix = sql`split_part(event.event_key, ':', 1)`;

/** A time from a moment until before another. `undefined`: it has no beginning, or no end. */
export interface Stretch<Moment extends Date | undefined = Date | undefined> {
  readonly from: Moment;
  readonly to: Moment;
}

/** The quarter of an hour in which a time is, as SQL. */
export const quarterOf = (time: Prisma.Sql): Prisma.Sql =>
  sql`date_bin('15 minutes', ${time}, '2000-01-01Z')`;

/** Which usage is meant. */
export interface Scope {
  readonly tenant: Tenant;
  readonly subscriptionId?: string | undefined;
  readonly serviceId?: string | undefined;
  readonly prefix?: string | undefined;
}

/**
 * What transactions changed in the sums of usage: each event that they recorded adds to them, and each event that they
 * voided is taken out again. An event was recorded before it is voided, so it may be added by one run and taken out by a
 * later one. OFFSET makes Postgres look up each voided event, instead of reading all events of a time.
 */
export function changesOf(
  transactions: Transactions,
  scope: Scope & Partial<Stretch> = { tenant: null },
): Prisma.Sql {
  const conditions = conditionsOf(scope);
  const recorded = join([writtenBy(transactions, sql`event`), ...conditions], " AND ");
  const voided = join([writtenBy(transactions, sql`void`), ...conditions], " AND ");
  return sql`
    SELECT ${columns}, event.quantity, 1 AS count FROM usage_events event WHERE ${recorded}
     UNION ALL
    SELECT ${columns}, -event.quantity, -1
      FROM usage_event_voids void
     CROSS JOIN LATERAL (
        SELECT * FROM usage_events one
         WHERE one.subscription_id = void.subscription_id AND one.occurred_at = void.occurred_at
           AND one.event_key = void.event_key
        OFFSET 0) AS event
     WHERE ${voided}`;
}

/** The columns of a change, besides `quantity` and `count`. */
export const columns: Prisma.Sql = sql`
  event.subscription_id, event.service_id, event.occurred_at, event.created_at,
  ${prefix} COLLATE "C" AS prefix`;

/** The conditions for `event` that it belongs to a scope. */
const conditionsOf = ({
  subscriptionId,
  serviceId,
  tenant,
  prefix: own,
  from,
  to,
}: Scope & Partial<Stretch>) => [
  ...(subscriptionId === undefined ? [] : [sql`event.subscription_id = ${subscriptionId}`]),
  ...(serviceId === undefined ? [] : [sql`event.service_id = ${serviceId}`]),
  ...(tenant === null ? [] : [sql`event.owner_id = ${tenant}`]),
  ...(own === undefined ? [] : [sql`${prefix} = ${own}`]),
  ...(from === undefined ? [] : [sql`event.occurred_at >= ${from}::timestamptz`]),
  ...(to === undefined ? [] : [sql`event.occurred_at < ${to}::timestamptz`]),
];

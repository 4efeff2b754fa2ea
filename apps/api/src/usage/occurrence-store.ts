import { isDistributed, type Queryable } from "../db/client.ts";
import { Prisma } from "../db/generated/client.ts";
import { readPlaces } from "../db/list-page.ts";
import type { Page, PageRequest } from "../kit/lists.ts";
import type { Tenant } from "../kit/tenant.ts";
import { loadUsageEvents } from "./store.ts";
import type { UsageEventRow } from "./usage-event-json.ts";

const { empty, join, sql } = Prisma;

/*
 * Usage events in the order in which they occurred. The index usage_events_by_time has that order within a subscription,
 * so a page is read from each subscription, and the newest of them make the page: an index for more would slow down
 * every insert.
 */

interface OccurrenceQuery extends Pick<PageRequest, "limit" | "cursor"> {
  readonly serviceId?: string | undefined;
  readonly subscriptionId?: string | undefined;
  readonly userId?: string | undefined;
  readonly occurredFrom: Date | undefined;
  readonly occurredTo: Date | undefined;
  /** Only usage in no period of its subscription until now. */
  readonly isOutside: boolean;
}

/** A page of usage events, those that occurred last first. */
export function findUsageByOccurrence(
  db: Queryable,
  tenant: Tenant,
  query: OccurrenceQuery,
): Promise<Page<UsageEventRow>> {
  const places = isDistributed(db) ? placesOnNodes(tenant, query) : placesOf(tenant, query);
  return readPlaces(db, places, query, (tx, ids) => loadUsageEvents(tx, ids, query.subscriptionId));
}

/** In this list, the `createdAt` of a place is the time of occurrence. */
const ordered = ({ limit }: OccurrenceQuery) =>
  sql`ORDER BY "createdAt" DESC, id DESC LIMIT ${limit + 1}`;

/** The conditions that subscriptions and usage events share, by the same columns. */
function conditionsOf(tenant: Tenant, query: OccurrenceQuery, id: Prisma.Sql): Prisma.Sql {
  const { serviceId, subscriptionId, userId } = query;
  const all = [
    ...(tenant === null ? [] : [sql`one.owner_id = ${tenant}`]),
    ...(serviceId === undefined ? [] : [sql`one.service_id = ${serviceId}`]),
    ...(userId === undefined ? [] : [sql`one.user_id = ${userId}`]),
    ...(subscriptionId === undefined ? [] : [sql`${id} = ${subscriptionId}`]),
  ];
  return all.length === 0 ? sql`true` : join(all, " AND ");
}

/** At most one bound at each end, as in db/list-page.ts. */
function boundsOf({ occurredFrom, occurredTo, cursor }: OccurrenceQuery): Prisma.Sql[] {
  const isAfterCursor =
    cursor !== undefined && (occurredTo === undefined || cursor.createdAt < occurredTo);
  return [
    ...(occurredFrom === undefined ? [] : [sql`one.occurred_at >= ${occurredFrom}`]),
    ...(isAfterCursor
      ? [
          sql`one.occurred_at <= ${cursor.createdAt}`,
          sql`(one.occurred_at, one.id) < (${cursor.createdAt}, ${cursor.id})`,
        ]
      : occurredTo === undefined
        ? []
        : [sql`one.occurred_at < ${occurredTo}`]),
  ];
}

function placesOf(tenant: Tenant, query: OccurrenceQuery): Prisma.Sql {
  const scan = (more: readonly Prisma.Sql[]) => sql`
    (SELECT one.id, one.occurred_at AS "createdAt" FROM usage_events one
      WHERE ${join([sql`one.subscription_id = of.id`, ...boundsOf(query), ...more], " AND ")}
      ${ordered(query)})`;
  const scans = query.isOutside
    ? [sql`one.occurred_at < of.starts`, sql`one.occurred_at >= of.ends`].map((range) =>
        scan([range, isUnbilled]),
      )
    : [scan([])];
  const ends = query.isOutside
    ? sql`, one.billing_anchor AS starts, coalesce(one.current_period_end, 'infinity') AS ends`
    : empty;
  return sql`
    SELECT place.id, place."createdAt"
      FROM (SELECT one.id ${ends} FROM subscriptions one
             WHERE ${conditionsOf(tenant, query, sql`one.id`)}) of
           CROSS JOIN LATERAL (${join(scans, " UNION ALL ")}) place
     ${ordered(query)}`;
}

/** No invoice names the event `one`, and it is not voided: nothing is left to do about the others. */
export const isUnbilled = sql`one.invoice_id IS NULL AND NOT EXISTS (
  SELECT FROM usage_event_voids void
   WHERE void.subscription_id = one.subscription_id AND void.event_key = one.event_key)`;

/** Citus refuses to read through other rows. Each node sorts what it has. */
const placesOnNodes = (tenant: Tenant, query: OccurrenceQuery): Prisma.Sql => sql`
  SELECT one.id, one.occurred_at AS "createdAt" FROM usage_events one
   WHERE ${join([conditionsOf(tenant, query, sql`one.subscription_id`), ...boundsOf(query)], " AND ")}
   ${ordered(query)}`;

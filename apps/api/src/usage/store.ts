import type { BilledEvent } from "@usance/usage-hash";
import { wholeBatches } from "../db/citus/nodes.ts";
import { inSnapshot, isDistributed, type Queryable } from "../db/client.ts";
import { Prisma, type UsageEvent } from "../db/generated/client.ts";
import { jsonObject, readRecords } from "../db/json-rows.ts";
import { idIn, type ListQuery, readPage } from "../db/list-page.ts";
import { runStatement } from "../db/statements.ts";
import { inOrder } from "../kit/in-order.ts";
import type { Page, PageRequest, Place } from "../kit/lists.ts";
import { isOwnedBy, ownedBy, type Tenant } from "../kit/tenant.ts";
import type { UsageSum } from "./sum-store.ts";
import { asBilled, type UsageEventRow } from "./usage-event-json.ts";
import { andUnvoidedOfInvoice, findVoids } from "./voids.ts";

const { empty, raw, sql } = Prisma;

/** The service and the user are those of the subscription: foreign keys ensure it. */
const nested = {
  invoice: true,
  subscription: { include: { service: true, user: true } },
} satisfies Prisma.UsageEventInclude;

type Found = Prisma.UsageEventGetPayload<{ include: typeof nested }>;

/** The events with the records that they name side by side, and with their voids. */
async function asRows(tx: Queryable, events: readonly Found[]): Promise<UsageEventRow[]> {
  const voids = await findVoids(
    tx,
    events.map(({ id }) => id),
  );
  return events.map(({ subscription: { service, user, ...subscription }, invoice, ...event }) => ({
    ...event,
    invoice: invoice && asBilled(invoice),
    service,
    subscription,
    user,
    void: voids.get(event.id) ?? null,
  }));
}

/** The unique key of an event, and the tenant who asks for it. */
interface EventKey {
  readonly subscriptionId: string;
  readonly eventKey: string;
  readonly tenant: Tenant;
}

/** @returns one event per key, in order; null if the tenant has none */
export async function findUsageEventsByKey(
  db: Queryable,
  keys: readonly EventKey[],
): Promise<(UsageEventRow | null)[]> {
  const where = { OR: keys.map(({ tenant, ...key }) => ({ ...key, ...ownedBy(tenant) })) };
  const events = await inSnapshot(db, async (tx) =>
    asRows(tx, await tx.usageEvent.findMany({ where, include: nested })),
  );
  return keys.map(
    ({ subscriptionId, eventKey, tenant }) =>
      events.find(
        (one) =>
          one.subscriptionId === subscriptionId &&
          one.eventKey === eventKey &&
          isOwnedBy(tenant, one),
      ) ?? null,
  );
}

export function findUsageEvent(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<UsageEventRow | null> {
  const where = { id, ...ownedBy(tenant) };
  return inSnapshot(db, async (tx) => {
    const event = await tx.usageEvent.findUnique({ where, include: nested });
    const [row] = event === null ? [] : await asRows(tx, [event]);
    return row ?? null;
  });
}

/** Lists across services are read through these parents: an index of their own would slow down every insert. */
const services = { table: sql`services`, reference: sql`service_id`, has: [] };
const subscriptions = {
  table: sql`subscriptions`,
  reference: sql`subscription_id`,
  has: ["serviceId"],
};

const list = {
  table: sql`usage_events`,
  owner: { column: sql`owner_id`, through: services },
  filters: {
    serviceId: idIn(sql`services`, sql`service_id`),
    subscriptionId: idIn(sql`subscriptions`, sql`subscription_id`),
    userId: { column: sql`user_id`, through: subscriptions },
    invoiceId: idIn(sql`invoices`, sql`invoice_id`),
    /** Only together with the subscription: the key is unique within it. */
    eventKey: { column: sql`event_key` },
  },
};

/** A distributed table has an index for each of these lists: Citus refuses to read through parents. */
const distributedList = {
  ...list,
  owner: { column: sql`owner_id` },
  filters: { ...list.filters, userId: { column: sql`user_id` } },
};

export function findUsageEvents(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<UsageEventRow>> {
  const listed = isDistributed(db) ? distributedList : list;
  return readPage(db, listed, tenant, query, (tx, ids) =>
    loadUsageEvents(tx, ids, query.subscriptionId),
  );
}

/**
 * The events of a page, in its order.
 *
 * @param subscriptionId repeated so that a table partitioned by it reads one partition (docs/scaling.md)
 */
export async function loadUsageEvents(
  tx: Queryable,
  ids: string[],
  subscriptionId: string | undefined,
): Promise<UsageEventRow[]> {
  const where = { id: { in: ids }, ...(subscriptionId !== undefined && { subscriptionId }) };
  const events = await tx.usageEvent.findMany({ where, include: nested });
  return asRows(
    tx,
    inOrder(ids, events).flatMap((event) => event ?? []),
  );
}

const event = jsonObject("one", "UsageEvent");

/**
 * Finds the newest usage events of an invoice on a distributed table, newest first.
 *
 * @param whole the condition of `wholeBatches`
 */
export function findNewestOfInvoice(
  db: Queryable,
  invoiceId: string,
  whole: Prisma.Sql,
  max: number,
): Promise<UsageEvent[]> {
  const { text, values } = sql`
    SELECT ${raw(event.sql)} AS record FROM usage_events one
     WHERE invoice_id = ${invoiceId} AND ${whole}
     ORDER BY one.created_at DESC, one.id DESC LIMIT ${max}`;
  return readRecords(db, { text, read: event.read }, values);
}

/** Counts the usage events of an invoice on a distributed table, up to a number. */
export async function countOfInvoice(
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

/** The fields of an event that are billed. */
export interface BilledUsageRow {
  readonly id: string;
  readonly subscriptionId: string;
  readonly eventKey: string;
  readonly quantity: Prisma.Decimal;
  readonly occurredAt: Date;
}

/** As pg reads it: a quantity is text with six decimals. */
interface FetchedEvent extends Omit<BilledEvent, "occurredAt"> {
  readonly occurredAt: Date;
}

/**
 * Reads every event of an invoice, a page at a time, ordered by the bytes of their ids. No index has that order, so a
 * cursor is used: Postgres sorts once, not once per page.
 *
 * @param tx a transaction that is one snapshot; the cursor ends with it
 */
export async function* findUsageOfInvoice(
  tx: Queryable,
  invoiceId: string,
  pageSize: number,
): AsyncGenerator<BilledEvent[], void> {
  const whole = await wholeBatches(tx);
  await tx.$executeRaw`
    DECLARE usage_of_invoice NO SCROLL CURSOR FOR
    SELECT id, subscription_id AS "subscriptionId", event_key AS "eventKey", quantity,
           occurred_at AS "occurredAt"
      FROM usage_events WHERE invoice_id = ${invoiceId} AND ${whole} ${andUnvoidedOfInvoice(tx)}
     ORDER BY id COLLATE "C"`;
  const fetched = { text: `FETCH ${pageSize} FROM usage_of_invoice` };
  for (;;) {
    const rows = await runStatement<FetchedEvent>(tx, fetched, []);
    if (rows.length === 0) break;
    yield rows.map((row) => ({ ...row, occurredAt: row.occurredAt.toISOString() }));
  }
  await tx.$executeRaw`CLOSE usage_of_invoice`;
}

/**
 * Reads a page of the billed events of an invoice, newest first, and one more if there are more.
 *
 * @param after the page begins behind this place
 */
export async function findBilledPage(
  db: Queryable,
  invoiceId: string,
  { limit, cursor: after }: PageRequest,
): Promise<(BilledUsageRow & Place)[]> {
  const whole = await wholeBatches(db);
  const isAfter = after && sql`AND (created_at, id) < (${after.createdAt}, ${after.id})`;
  return db.$queryRaw`
    SELECT id, subscription_id AS "subscriptionId", event_key AS "eventKey", quantity,
           occurred_at AS "occurredAt", created_at AS "createdAt"
      FROM usage_events
     WHERE invoice_id = ${invoiceId} AND ${whole} ${andUnvoidedOfInvoice(db)} ${isAfter ?? empty}
     ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`;
}

/** The usage of a prefix in an interval. */
export interface PrefixSum extends UsageSum {
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

interface SumBounds {
  readonly events: number;
  readonly prefixes: number;
  readonly days: number;
  readonly months: number;
}

/**
 * Adds up the newest events of an invoice by prefix and interval, the prefixes with most events first and one more than
 * the bound if there are more. The span of the usage decides how long an interval is.
 */
export async function sumUsageOfInvoice(
  db: Queryable,
  invoiceId: string,
  max: SumBounds,
): Promise<PrefixSum[]> {
  const whole = await wholeBatches(db);
  const rows = (max.prefixes + 1) * Math.max(max.days, max.months);
  return db.$queryRaw`
    WITH billed AS MATERIALIZED (
      SELECT split_part(event_key, ':', 1) COLLATE "C" AS prefix, quantity,
             occurred_at AT TIME ZONE 'UTC' AS occurred_at
        FROM usage_events WHERE invoice_id = ${invoiceId} AND ${whole} ${andUnvoidedOfInvoice(db)}
       ORDER BY created_at DESC, id DESC LIMIT ${max.events}
    ), span AS (
      SELECT count(*)::int AS total,
             CASE WHEN max(occurred_at) - min(occurred_at) < make_interval(days => ${max.days - 1}) THEN 'day'
                  WHEN max(occurred_at) < min(occurred_at) + make_interval(months => ${max.months - 1}) THEN 'month'
                  ELSE 'year' END AS interval
        FROM billed
    ), prefixes AS (
      SELECT prefix, count(*)::int AS "prefixCount", sum(quantity) AS "prefixQuantity"
        FROM billed GROUP BY prefix ORDER BY count(*) DESC, prefix LIMIT ${max.prefixes + 1}
    ), newest AS (
      SELECT prefix, "prefixCount", "prefixQuantity", interval, total,
             date_trunc(interval, occurred_at) AS start,
             sum(quantity) AS quantity, count(*)::int AS count
        FROM billed JOIN prefixes USING (prefix) CROSS JOIN span
       GROUP BY prefix, "prefixCount", "prefixQuantity", interval, total, start
       ORDER BY start DESC LIMIT ${rows}
    )
    SELECT prefix, "prefixCount", "prefixQuantity", interval, total, quantity, count,
           to_char(start, 'YYYY-MM-DD') AS start
      FROM newest ORDER BY "prefixCount" DESC, prefix, newest.start`;
}

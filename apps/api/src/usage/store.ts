import { inSnapshot, isDistributed, type Queryable } from "../db/client.ts";
import { Prisma } from "../db/generated/client.ts";
import { idIn, type ListQuery, readPage } from "../db/list-page.ts";
import { inOrder } from "../kit/in-order.ts";
import type { Page } from "../kit/lists.ts";
import { isOwnedBy, ownedBy, type Tenant } from "../kit/tenant.ts";
import { asBilled, type UsageEventRow } from "./usage-event-json.ts";
import { findVoids } from "./voids.ts";

const { sql } = Prisma;

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

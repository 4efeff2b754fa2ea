import type { Queryable } from "../../../db/client.ts";
import { Prisma, type WebhookEvent } from "../../../db/generated/client.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../../../db/list-page.ts";
import type { Page } from "../../../kit/lists.ts";
import { everyone, ownedBy, type Tenant } from "../../../kit/tenant.ts";

const { sql, empty } = Prisma;

/** Inserts a test event, which belongs to an endpoint's owner and to no service. */
export async function insertTestEvent(
  tx: Queryable,
  data: Prisma.WebhookEventUncheckedCreateInput,
): Promise<WebhookEvent> {
  return tx.webhookEvent.create({ data });
}

export function findEvent(db: Queryable, id: string, tenant: Tenant): Promise<WebhookEvent | null> {
  return db.webhookEvent.findUnique({ where: { id, ...ownedBy(tenant) } });
}

const list = {
  table: sql`webhook_events`,
  owner: { column: sql`owner_id` },
  filters: { type: { column: sql`type` }, serviceId: idIn(sql`services`, sql`service_id`) },
};

export function findEvents(
  db: Queryable,
  tenant: Tenant,
  query: ListQuery<keyof typeof list.filters>,
): Promise<Page<WebhookEvent>> {
  return readPage(db, list, tenant, query, (tx, ids) =>
    tx.webhookEvent.findMany({ where: { id: { in: ids } }, orderBy: newestFirst }),
  );
}

/** What is known of an event before it is loaded. */
export type EventPlace = Pick<WebhookEvent, "id" | "type" | "serviceId" | "ownerId" | "createdAt">;

/** Finds the oldest events since a time that one of some tenants may read, oldest first. */
export function findPlacesSince(
  db: Queryable,
  tenants: readonly Tenant[],
  since: Date,
  limit: number,
): Promise<EventPlace[]> {
  const owners = tenants.includes(everyone)
    ? empty
    : sql`AND owner_id = ANY (${[...new Set(tenants)]})`;
  return db.$queryRaw<EventPlace[]>`
    SELECT id, type, service_id AS "serviceId", owner_id AS "ownerId", created_at AS "createdAt"
      FROM webhook_events WHERE created_at >= ${since} ${owners}
     ORDER BY created_at, id LIMIT ${limit}`;
}

/** Reads events, oldest first. */
export function findEventsByIds(db: Queryable, ids: readonly string[]): Promise<WebhookEvent[]> {
  return db.webhookEvent.findMany({
    where: { id: { in: [...ids] } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
  });
}

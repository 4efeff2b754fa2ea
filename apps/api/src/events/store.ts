import type { Queryable } from "../db/client.ts";
import { Prisma, type WebhookEvent } from "../db/generated/client.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../db/list-page.ts";
import type { Page } from "../shared/lists.ts";
import { ownedBy, type Tenant } from "../shared/tenant.ts";

const { sql } = Prisma;

interface NewEvent {
  readonly id: string;
  readonly serviceId: string;
  readonly data: object;
}

/**
 * Inserts events, and a delivery of each to every endpoint that is for it: of the event's seller or of
 * the platform, of its service or of all, for its type or for all, and enabled.
 */
export async function insertEvents(
  tx: Queryable,
  type: string,
  events: readonly NewEvent[],
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    WITH event AS (
      INSERT INTO webhook_events (id, type, service_id, owner_id, data, created_at)
      SELECT given.id, ${type}, service.id, service.owner_id, given.data, ${now}
        FROM json_to_recordset(${JSON.stringify(events)}::json)
             AS given (id text, "serviceId" text, data json)
        JOIN services service ON service.id = given."serviceId"
      RETURNING id, type, service_id, owner_id)
    INSERT INTO webhook_deliveries
      (id, endpoint_id, owner_id, event_id, event_type, status, next_attempt_at, created_at, updated_at)
    SELECT ${deliveryId(sql`endpoint.id`, sql`event.id`)}, endpoint.id, endpoint.owner_id,
           event.id, event.type, 'PENDING', ${now}, ${now}, ${now}
      FROM event JOIN webhook_endpoints endpoint
        ON endpoint.status = 'ENABLED' AND endpoint.deleted_at IS NULL
       AND (endpoint.owner_id IS NULL OR endpoint.owner_id = event.owner_id)
       AND (endpoint.service_id IS NULL OR endpoint.service_id = event.service_id)
       AND endpoint.events && ARRAY[event.type, '*']`;
}

/** There is one delivery of an event to an endpoint, so both make its id. */
export const deliveryId = (endpointId: Prisma.Sql, eventId: Prisma.Sql) =>
  sql`'d' || left(md5(${endpointId} || ${eventId}), 23)`;

/** Inserts an event that concerns nobody but an endpoint's owner. */
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

/** Forgets the oldest events of before a moment, with their deliveries. @returns how many */
export async function forgetEventsBefore(
  db: Queryable,
  moment: Date,
  atATime: number,
): Promise<number> {
  return db.$executeRaw`
    DELETE FROM webhook_events WHERE id IN (
      SELECT id FROM webhook_events WHERE created_at < ${moment} ORDER BY created_at LIMIT ${atATime})`;
}

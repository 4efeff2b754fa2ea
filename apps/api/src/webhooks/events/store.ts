import type { Queryable } from "../../db/client.ts";
import { Prisma, type WebhookEvent } from "../../db/generated/client.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../../db/list-page.ts";
import type { Page } from "../../lib/lists.ts";
import { ownedBy, type Tenant } from "../../lib/tenant.ts";

const { sql } = Prisma;

interface NewEvent {
  readonly id: string;
  readonly serviceId: string;
  readonly data: object;
}

/** Inserts events, each of the seller of its service. */
export async function insertEvents(
  tx: Queryable,
  type: string,
  events: readonly NewEvent[],
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO webhook_events (id, type, service_id, owner_id, data, created_at)
    SELECT given.id, ${type}, service.id, service.owner_id, given.data, ${now}
      FROM json_to_recordset(${JSON.stringify(events)}::json)
           AS given (id text, "serviceId" text, data json)
      JOIN services service ON service.id = given."serviceId"`;
}

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

import type { Queryable } from "../../../db/client.ts";
import { Prisma, type WebhookEvent } from "../../../db/generated/client.ts";
import { idIn, type ListQuery, newestFirst, readPage } from "../../../db/list-page.ts";
import type { Page } from "../../../kit/lists.ts";
import { ownedBy, type Tenant } from "../../../kit/tenant.ts";

const { sql } = Prisma;

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

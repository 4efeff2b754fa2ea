import type { Queryable } from "../../../db/client.ts";
import { Prisma, type WebhookEndpoint } from "../../../db/generated/client.ts";
import { newestFirst, readPage } from "../../../db/list-page.ts";
import type { Page, PageRequest } from "../../../kit/lists.ts";
import { ownedBy, type Tenant } from "../../../kit/tenant.ts";

const { sql } = Prisma;

export function insertEndpoint(
  db: Queryable,
  data: Prisma.WebhookEndpointUncheckedCreateInput,
): Promise<WebhookEndpoint> {
  return db.webhookEndpoint.create({ data });
}

/** Counts a seller's endpoints. No other transaction can count them until this one ends. */
export async function countEndpointsAlone(tx: Queryable, ownerId: string): Promise<number> {
  const who = `webhook endpoints of ${ownerId}`;
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${who}, 0))`;
  return tx.webhookEndpoint.count({ where: { ownerId, deletedAt: null } });
}

/** An endpoint that is not deleted. */
export function findEndpoint(
  db: Queryable,
  id: string,
  tenant: Tenant,
): Promise<WebhookEndpoint | null> {
  return db.webhookEndpoint.findUnique({ where: { id, deletedAt: null, ...ownedBy(tenant) } });
}

export async function changeEndpoint(
  db: Queryable,
  id: string,
  data: Prisma.WebhookEndpointUncheckedUpdateManyInput,
): Promise<void> {
  await db.webhookEndpoint.updateMany({ where: { id, deletedAt: null }, data });
}

const list = {
  table: sql`webhook_endpoints`,
  owner: { column: sql`owner_id` },
  only: sql`deleted_at IS NULL`,
  filters: {},
};

export function findEndpoints(
  db: Queryable,
  tenant: Tenant,
  page: PageRequest,
): Promise<Page<WebhookEndpoint>> {
  return readPage(db, list, tenant, page, (tx, ids) =>
    tx.webhookEndpoint.findMany({ where: { id: { in: ids } }, orderBy: newestFirst }),
  );
}

/** Locks endpoints until the transaction ends, in the order of their ids. */
export async function lockEndpoints(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT FROM webhook_endpoints WHERE id = ANY (${[...ids]}) ORDER BY id FOR NO KEY UPDATE`;
}

/** Sets the time since when locked endpoints fail, and clears it for those that have recovered. */
export async function noteHealth(
  tx: Queryable,
  { failing, well }: { readonly failing: readonly string[]; readonly well: readonly string[] },
  now: Date,
): Promise<void> {
  await tx.$executeRaw`
    UPDATE webhook_endpoints
       SET failing_since = CASE WHEN id = ANY (${failing}) THEN ${now}::timestamptz END
     WHERE (id = ANY (${failing}) AND failing_since IS NULL)
        OR (id = ANY (${well}) AND failing_since IS NOT NULL)`;
}

/** Disables an endpoint. @returns false when it was not enabled */
export async function disableEndpoint(
  tx: Queryable,
  id: string,
  disabledReason: string,
  now: Date,
): Promise<boolean> {
  const { count } = await tx.webhookEndpoint.updateMany({
    where: { id, status: "ENABLED" },
    data: { status: "DISABLED", disabledReason, updatedAt: now },
  });
  return count === 1;
}

/** The sealed secrets of all endpoints, locked until the transaction ends. Deliveries may still reference them. */
export function lockSecrets(
  tx: Queryable,
): Promise<Pick<WebhookEndpoint, "id" | "secret" | "previousSecret">[]> {
  return tx.$queryRaw`
    SELECT id, secret, previous_secret AS "previousSecret"
      FROM webhook_endpoints WHERE deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`;
}

/** Replaces the sealed secrets of an endpoint. */
export async function putSecrets(
  tx: Queryable,
  { id, ...secrets }: Pick<WebhookEndpoint, "id" | "secret" | "previousSecret">,
): Promise<void> {
  await tx.webhookEndpoint.update({ where: { id }, data: secrets });
}

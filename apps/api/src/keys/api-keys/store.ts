import type { Queryable } from "../../db/client.ts";
import { type ApiKey, Prisma } from "../../db/generated/client.ts";
import { newestFirst, readPage } from "../../db/list-page.ts";
import type { Page, PageRequest } from "../../lib/lists.ts";
import type { Tenant } from "../../lib/tenant.ts";

const { sql } = Prisma;

export function insertApiKey(
  db: Queryable,
  data: Prisma.ApiKeyUncheckedCreateInput,
): Promise<ApiKey> {
  return db.apiKey.create({ data });
}

/** A seller's keys are the keys that act for it. */
export function findApiKey(db: Queryable, id: string, tenant: Tenant): Promise<ApiKey | null> {
  return db.apiKey.findUnique({ where: { id, ...(tenant !== null && { userId: tenant }) } });
}

/**
 * Makes a key expire at a moment, unless it expires earlier. A key that was revoked or changed since it was read
 * stays as it is.
 *
 * @returns false when the key was changed in the meantime
 */
export async function endApiKey(
  db: Queryable,
  { id, expiresAt }: ApiKey,
  end: Date,
): Promise<boolean> {
  const { count } = await db.apiKey.updateMany({
    where: { id, expiresAt, revokedAt: null },
    data: { expiresAt: expiresAt !== null && expiresAt < end ? expiresAt : end },
  });
  return count === 1;
}

/** Revokes keys. A key that is already revoked keeps its time. */
export async function markRevoked(db: Queryable, ids: readonly string[], now: Date): Promise<void> {
  await db.$executeRaw`
    UPDATE api_keys SET revoked_at = ${now}
     WHERE id = ANY (${[...ids]}) AND revoked_at IS NULL`;
}

/** A key that was created by another key. */
export type DescendantKey = Pick<ApiKey, "id" | "userId" | "scopes" | "expiresAt">;

/** The keys that a key created, directly or through other keys, and that are not revoked. */
export function findDescendants(db: Queryable, id: string): Promise<DescendantKey[]> {
  return db.$queryRaw`
    WITH RECURSIVE made (id) AS (
      SELECT id FROM api_keys WHERE created_by = ${id}
      UNION SELECT key.id FROM api_keys key JOIN made ON key.created_by = made.id)
    SELECT key.id, key.user_id AS "userId", key.scopes, key.expires_at AS "expiresAt"
      FROM made JOIN api_keys key ON key.id = made.id
     WHERE key.revoked_at IS NULL ORDER BY key.created_at, key.id`;
}

const list = { table: sql`api_keys`, owner: { column: sql`user_id` }, filters: {} };

/** A page of a tenant's keys, newest first. */
export function findApiKeys(
  db: Queryable,
  tenant: Tenant,
  page: PageRequest,
): Promise<Page<ApiKey>> {
  return readPage(db, list, tenant, page, (tx, ids) =>
    tx.apiKey.findMany({ where: { id: { in: ids } }, orderBy: newestFirst }),
  );
}

/** The keys of all tenants, newest first. */
export function findEveryApiKey(db: Queryable): Promise<ApiKey[]> {
  return db.apiKey.findMany({ orderBy: newestFirst });
}

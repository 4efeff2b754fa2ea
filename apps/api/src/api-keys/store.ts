import type { Queryable } from "../db/client.ts";
import { type ApiKey, Prisma } from "../db/generated/client.ts";
import { newestFirst, readPage } from "../db/list-page.ts";
import type { Page, PageRequest } from "../shared/lists.ts";
import type { Tenant } from "../shared/tenant.ts";

const { sql } = Prisma;

export function insertApiKey(
  db: Queryable,
  data: Prisma.ApiKeyUncheckedCreateInput,
): Promise<ApiKey> {
  return db.apiKey.create({ data });
}

/** A seller's keys are those that speak for it. */
export function findApiKey(db: Queryable, id: string, tenant: Tenant): Promise<ApiKey | null> {
  return db.apiKey.findUnique({ where: { id, ...(tenant !== null && { userId: tenant }) } });
}

/**
 * Lets a key that is neither revoked nor changed since it was read end at a moment, if it does not end
 * before. @returns false when it has been changed
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

/** Revokes a key that is not revoked yet. */
export async function markRevoked(db: Queryable, id: string, now: Date): Promise<void> {
  await db.apiKey.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: now } });
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

/** Every key, newest first. */
export function findEveryApiKey(db: Queryable): Promise<ApiKey[]> {
  return db.apiKey.findMany({ orderBy: newestFirst });
}

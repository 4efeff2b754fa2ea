import type { Queryable } from "../../../db/client.ts";
import { type ApiKey, Prisma } from "../../../db/generated/client.ts";
import { newestFirst, readPage } from "../../../db/list-page.ts";
import type { Page, PageRequest } from "../../../kit/lists.ts";
import type { Tenant } from "../../../kit/tenant.ts";

const { sql } = Prisma;

export function insertApiKey(
  db: Queryable,
  data: Prisma.ApiKeyUncheckedCreateInput,
): Promise<ApiKey> {
  return db.apiKey.create({ data });
}

/** Whether a row is of a wallet grant. */
interface OfGrants {
  readonly ofGrants?: boolean;
}

/** A seller's keys are the keys that act for it. */
export function findApiKey(
  db: Queryable,
  id: string,
  tenant: Tenant,
  { ofGrants = false }: OfGrants = {},
): Promise<ApiKey | null> {
  const walletAddress = ofGrants ? { not: null } : null;
  return db.apiKey.findUnique({
    where: { id, walletAddress, ...(tenant !== null && { userId: tenant }) },
  });
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

const list = {
  table: sql`api_keys`,
  owner: { column: sql`user_id` },
  filters: {},
  only: sql`wallet_address IS NULL`,
};

const grants = { ...list, only: sql`wallet_address IS NOT NULL` };

/** A page of a tenant's keys, or of its wallet grants, newest first. */
export function findApiKeys(
  db: Queryable,
  tenant: Tenant,
  page: PageRequest,
  { ofGrants = false }: OfGrants = {},
): Promise<Page<ApiKey>> {
  return readPage(db, ofGrants ? grants : list, tenant, page, (tx, ids) =>
    tx.apiKey.findMany({ where: { id: { in: ids } }, orderBy: newestFirst }),
  );
}

/** The keys of all tenants, newest first. */
export function findEveryApiKey(db: Queryable): Promise<ApiKey[]> {
  return db.apiKey.findMany({ where: { walletAddress: null }, orderBy: newestFirst });
}

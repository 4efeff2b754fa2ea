import type { Queryable } from "../../db/client.ts";
import type { ApiKey, DashboardSession } from "../../db/generated/client.ts";

/** When a key was revoked and when it expires; null when there is no such key. */
export function findKeyLife(
  tx: Queryable,
  id: string,
): Promise<Pick<ApiKey, "revokedAt" | "expiresAt"> | null> {
  return tx.apiKey.findUnique({ where: { id }, select: { revokedAt: true, expiresAt: true } });
}

/** The same of several keys, by their ids. */
export async function findKeyLives(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<ApiKey, "revokedAt" | "expiresAt">>> {
  const select = { id: true, revokedAt: true, expiresAt: true };
  const keys = await db.apiKey.findMany({ where: { id: { in: [...ids] } }, select });
  return new Map(keys.map(({ id, ...life }) => [id, life]));
}

export function findApiKeyByHash(db: Queryable, hash: string): Promise<ApiKey | null> {
  return db.apiKey.findUnique({ where: { hash } });
}

/** Finds the dashboard session of a cookie. One that a wallet opened counts while it is a payout address of its seller. */
export async function findOpenSession(
  db: Queryable,
  tokenHash: string,
): Promise<DashboardSession | null> {
  const session = await db.dashboardSession.findUnique({ where: { tokenHash } });
  return session !== null && (await isOfPayoutAddress(db, session)) ? session : null;
}

/** The same by its id, in the transaction of a write. */
export async function findSessionLife(
  tx: Queryable,
  id: string,
): Promise<Pick<DashboardSession, "revokedAt" | "expiresAt"> | null> {
  const session = await tx.dashboardSession.findUnique({ where: { id } });
  return session !== null && (await isOfPayoutAddress(tx, session)) ? session : null;
}

/** Whether the wallet that opened a session is still paid by a service of the seller; true for the session of a key. */
async function isOfPayoutAddress(
  db: Queryable,
  { ownerId, walletAddress }: Pick<DashboardSession, "ownerId" | "walletAddress">,
): Promise<boolean> {
  if (walletAddress === null) return true;
  const rows = await db.$queryRaw<object[]>`
    SELECT id FROM services
     WHERE owner_id = ${ownerId} AND lower(payout_address) = ${walletAddress} LIMIT 1`;
  return rows.length === 1;
}

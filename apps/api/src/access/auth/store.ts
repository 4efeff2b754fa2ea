import type { Queryable } from "../../db/client.ts";
import type { ApiKey } from "../../db/generated/client.ts";

/** When a key was revoked and when it expires; null when there is no such key. */
export function findKeyLife(
  tx: Queryable,
  id: string,
): Promise<Pick<ApiKey, "revokedAt" | "expiresAt"> | null> {
  return tx.apiKey.findUnique({ where: { id }, select: { revokedAt: true, expiresAt: true } });
}

export function findApiKeyByHash(db: Queryable, hash: string): Promise<ApiKey | null> {
  return db.apiKey.findUnique({ where: { hash } });
}

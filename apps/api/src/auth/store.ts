import type { Queryable } from "../db/client.ts";
import type { ApiKey } from "../db/generated/client.ts";

export function findApiKeyByHash(db: Queryable, hash: string): Promise<ApiKey | null> {
  return db.apiKey.findUnique({ where: { hash } });
}

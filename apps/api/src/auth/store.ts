import type { Queryable } from "../db/client.ts";
import type { ApiKey, Prisma } from "../db/generated/client.ts";

export function insertApiKey(db: Queryable, data: Prisma.ApiKeyCreateInput): Promise<ApiKey> {
  return db.apiKey.create({ data });
}

export function findApiKeyByHash(db: Queryable, hash: string): Promise<ApiKey | null> {
  return db.apiKey.findUnique({ where: { hash } });
}

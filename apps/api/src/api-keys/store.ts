import type { Queryable } from "../db/client.ts";
import type { ApiKey, Prisma } from "../db/generated/client.ts";

export function insertApiKey(
  db: Queryable,
  data: Prisma.ApiKeyUncheckedCreateInput,
): Promise<ApiKey> {
  return db.apiKey.create({ data });
}

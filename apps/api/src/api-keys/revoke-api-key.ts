import type { ApiKey } from "../db/generated/client.ts";
import { getApiKey, type KeyParts } from "./get-api-key.ts";
import { markRevoked } from "./store.ts";

/** Ends a key at once, in every process within a second. Done again, it answers the same. */
export async function revokeApiKey(parts: KeyParts, id: string): Promise<ApiKey> {
  const key = await getApiKey(parts, id);
  await markRevoked(parts.db, key.id, parts.clock.now());
  return getApiKey(parts, id);
}

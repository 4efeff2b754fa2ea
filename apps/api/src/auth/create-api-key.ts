import type { Queryable } from "../db/client.ts";
import type { Clock } from "../shared/clock.ts";
import { newId } from "../shared/ids.ts";
import { hashApiKey, newApiKey } from "./api-key.ts";
import { insertApiKey } from "./store.ts";

/** Makes a key. @returns the key itself, which is stored nowhere and cannot be shown again */
export async function createApiKey(
  { db, clock }: { db: Queryable; clock: Clock },
  name: string,
): Promise<string> {
  const key = newApiKey();
  await insertApiKey(db, {
    id: newId(),
    name,
    hash: hashApiKey(key),
    start: key.slice(0, "usance_".length + 4),
    lastFour: key.slice(-4),
    createdAt: clock.now(),
  });
  return key;
}

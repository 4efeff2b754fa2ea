import type { z } from "zod";
import { awaitWritesOf } from "../../access/auth/key-locks.ts";
import type { ApiKeyRevocation } from "../../contract/api-keys.ts";
import type { ApiKey } from "../../db/generated/client.ts";
import { checkNotWider, type Maker } from "./create-api-key.ts";
import { getApiKey, type KeyParts } from "./get-api-key.ts";
import { type Descendant, findDescendants, markRevoked } from "./store.ts";

/** A key as it is revoked, and the keys that were revoked with it. */
interface Revoked {
  readonly key: ApiKey;
  readonly descendants: readonly Descendant[];
}

/**
 * Ends a key, and all that were made by it if that is asked for, in every process within a second; no write of
 * theirs commits after it. Done again, it answers the same. Whoever asks must hold all that the keys may do, as
 * for rotating them.
 *
 * @throws Refusal 403 when one of the keys is wider than the one that asks
 */
export async function revokeApiKey(
  parts: KeyParts,
  maker: Maker,
  { apiKeyId, descendants: withDescendants }: z.output<typeof ApiKeyRevocation>,
): Promise<Revoked> {
  const key = await getApiKey(parts, apiKeyId);
  const descendants = withDescendants ? await findDescendants(parts.db, key.id) : [];
  const all = [key, ...descendants];
  for (const one of all) checkNotWider(maker, one);

  const ids = all.map(({ id }) => id);
  await awaitWritesOf(parts.db, ids);
  await markRevoked(parts.db, ids, parts.clock.now());
  return { key: await getApiKey(parts, apiKeyId), descendants };
}

import { timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Queryable } from "../../db/client.ts";
import type { ApiKey } from "../../db/generated/client.ts";
import type { Clock } from "../../lib/clock.ts";
import { everyone, type Tenant } from "../../lib/tenant.ts";
import { bootstrapKeyId, hashApiKey, isActive, isApiKey } from "./api-key.ts";
import { findApiKeyByHash } from "./store.ts";

/** Who makes a request: the API key and its seller. */
export interface Caller {
  readonly keyId: string;
  readonly tenant: Tenant;
  readonly scopes: readonly string[];
  /** When the key stops working; null: never. */
  readonly expiresAt: Date | null;
}

/** @returns null for a request without a valid key, for whatever reason */
export type Authenticate = (authorization: string | undefined) => Promise<Caller | null>;

/** How long a key that was read is trusted, so that a revoked key stops working in every process within a second. */
const trustedMs = 900;

/**
 * Makes the function that reads `Authorization: Bearer <API_KEY>`.
 *
 * @param bootstrapKey a key from the environment, accepted in addition to those in the database
 */
export function authenticator({
  db,
  clock,
  bootstrapKey,
}: {
  db: Queryable;
  clock: Clock;
  bootstrapKey: string | undefined;
}): Authenticate {
  const bootstrapHash = bootstrapKey === undefined ? null : hashApiKey(bootstrapKey);
  // The time counts from before the read, so a row that changes during the read is not trusted for longer.
  const seen = new LRUCache<string, Promise<ApiKey | null>>({ max: 10_000, ttl: trustedMs });
  const find = (hash: string) => {
    const known = seen.get(hash);
    if (known !== undefined) return known;
    const found = findApiKeyByHash(db, hash);
    seen.set(hash, found);
    found.catch(() => seen.delete(hash));
    return found;
  };

  return async (authorization) => {
    const key = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    if (key === undefined) return null;
    // From here on only the hash is used, so that timing does not show how similar the key is to another.
    const hash = hashApiKey(key);
    if (bootstrapHash !== null && isSame(hash, bootstrapHash)) return bootstrapCaller;

    const stored = isApiKey(key) ? await find(hash) : null;
    if (stored === null || !isActive(stored, clock.now())) return null;
    const { id: keyId, userId, scopes, expiresAt } = stored;
    return { keyId, tenant: userId ?? everyone, scopes, expiresAt };
  };
}

const isSame = (one: string, other: string) =>
  timingSafeEqual(Buffer.from(one), Buffer.from(other));

const bootstrapCaller: Caller = {
  keyId: bootstrapKeyId,
  tenant: everyone,
  scopes: ["*"],
  expiresAt: null,
};

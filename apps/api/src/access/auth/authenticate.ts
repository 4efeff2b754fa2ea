import { timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Queryable } from "../../db/client.ts";
import type { ApiKey } from "../../db/generated/client.ts";
import type { Clock } from "../../lib/clock.ts";
import { everyone, type Tenant } from "../../lib/tenant.ts";
import { bootstrapKeyId, hashApiKey, isActive, isApiKey } from "./api-key.ts";
import { findApiKeyByHash } from "./store.ts";

/** Who a request speaks for. */
export interface Caller {
  readonly keyId: string;
  readonly tenant: Tenant;
  readonly scopes: readonly string[];
  /** When the key stops working, if ever. */
  readonly expiresAt: Date | null;
}

/** @returns null for every request without a valid key, whatever is wrong with it */
export type Authenticate = (authorization: string | undefined) => Promise<Caller | null>;

/** A revoked key is felt within a second in every process: none trusts what it read any longer. */
const trustedMs = 900;

/**
 * Reads `Authorization: Bearer <API_KEY>`.
 *
 * @param bootstrapKey a key from the environment that is accepted beside those in the database
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
  // The time counts from before the read, so a row that changes meanwhile is not trusted longer.
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
    // From here on there is its hash alone: how alike it is to another key does not show in time.
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

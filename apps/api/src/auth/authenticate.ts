import { timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Queryable } from "../db/client.ts";
import type { ApiKey } from "../db/generated/client.ts";
import type { Clock } from "../shared/clock.ts";
import { everyone, type Tenant } from "../shared/tenant.ts";
import { hashApiKey, isActive, isApiKey } from "./api-key.ts";
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
  const bootstrap = bootstrapKey === undefined ? null : Buffer.from(bootstrapKey);
  // The time counts from before the read, so a row that changes meanwhile is not trusted longer.
  const seen = new LRUCache<string, Promise<ApiKey | null>>({ max: 10_000, ttl: trustedMs });
  const find = (key: string) => {
    const known = seen.get(key);
    if (known !== undefined) return known;
    if (!isApiKey(key)) return Promise.resolve(null);
    const found = findApiKeyByHash(db, hashApiKey(key));
    seen.set(key, found);
    found.catch(() => seen.delete(key));
    return found;
  };

  return async (authorization) => {
    const key = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    if (key === undefined) return null;
    if (bootstrap !== null && isText(bootstrap, key)) return bootstrapCaller;

    const stored = await find(key);
    if (stored === null || !isActive(stored, clock.now())) return null;
    const { id: keyId, userId, scopes, expiresAt } = stored;
    return { keyId, tenant: userId ?? everyone, scopes, expiresAt };
  };
}

/** Takes as long for any text of the same length. */
function isText(secret: Buffer, text: string): boolean {
  const bytes = Buffer.from(text);
  return bytes.length === secret.length && timingSafeEqual(bytes, secret);
}

const bootstrapCaller: Caller = {
  keyId: "bootstrap",
  tenant: everyone,
  scopes: ["*"],
  expiresAt: null,
};

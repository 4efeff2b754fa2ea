import { timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Queryable } from "../../../db/client.ts";
import type { ApiKey } from "../../../db/generated/client.ts";
import type { Clock } from "../../../kit/clock.ts";
import { everyone, type Tenant } from "../../../kit/tenant.ts";
import { hashToken } from "../../../kit/tokens.ts";
import { bootstrapKeyId, isActive, isApiKey } from "./api-key.ts";
import { findApiKeyByHash, findApiKeyById, findOpenSession } from "./store.ts";

/** Who makes a request: the API key and its seller. */
export interface Caller {
  /** The API key, or the wallet grant. */
  readonly keyId: string;
  /** SHA-256 of the API key; null for a wallet grant. */
  readonly keyHash: string | null;
  /** The dashboard session that speaks for it; null for the key itself. */
  readonly sessionId: string | null;
  readonly tenant: Tenant;
  readonly scopes: readonly string[];
  /** When the key stops working; null: never. */
  readonly expiresAt: Date | null;
}

/** Authenticates callers. Each function returns null when the credential is not valid, for whatever reason. */
export interface Authenticate {
  /** @param authorization `Bearer <API_KEY>` */
  ofKey(authorization: string | undefined): Promise<Caller | null>;
  /**
   * @param token of a dashboard session's cookie. The session has the rights of its key or wallet grant, as long as that
   *   works
   */
  ofSession(token: string): Promise<Caller | null>;
}

/** How long a key that was read is trusted, so that a revoked key stops working in every process within a second. */
const trustedMs = 900;

/**
 * Creates the functions that authenticate callers.
 *
 * @param bootstrapHash of a key from the environment, accepted in addition to those in the database
 */
export function authenticator({
  db,
  clock,
  bootstrapHash,
}: {
  db: Queryable;
  clock: Clock;
  bootstrapHash: string | null;
}): Authenticate {
  const findKey = remembered((hash) => findApiKeyByHash(db, hash));
  const findGrant = remembered((id) => findApiKeyById(db, id));
  const findSession = remembered((hash) => findOpenSession(db, hash));

  const callerOf = (key: ApiKey | null): Caller | null => {
    if (key === null || !isActive(key, clock.now())) return null;
    const { id: keyId, hash: keyHash, userId, scopes, expiresAt } = key;
    return { keyId, keyHash, sessionId: null, tenant: userId ?? everyone, scopes, expiresAt };
  };
  const stored = async (hash: string) => callerOf(await findKey(hash));
  const bootstrap = (hash: string): Caller | null =>
    bootstrapHash !== null && isSame(hash, bootstrapHash) ? bootstrapCaller(hash) : null;
  return {
    ofKey: async (authorization) => {
      const key = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
      if (key === undefined) return null;
      // From here on only the hash is used, so that timing does not show how similar the key is to another.
      const hash = hashToken(key);
      return bootstrap(hash) ?? (isApiKey(key) ? await stored(hash) : null);
    },
    ofSession: async (token) => {
      const session = await findSession(hashToken(token));
      if (session === null || !isActive(session, clock.now())) return null;
      const { id: sessionId, apiKeyId, keyHash } = session;
      const caller =
        keyHash === null
          ? callerOf(await findGrant(apiKeyId))
          : (bootstrap(keyHash) ?? (await stored(keyHash)));
      return caller && { ...caller, sessionId };
    },
  };
}

/**
 * Caches what was found for a hash or an id. The time counts from before the read, so a row that changes during the
 * read is not trusted for longer.
 */
function remembered<Found extends object>(
  find: (name: string) => Promise<Found | null>,
): (name: string) => Promise<Found | null> {
  const seen = new LRUCache<string, Promise<Found | null>>({ max: 10_000, ttl: trustedMs });
  return (name) => {
    const known = seen.get(name);
    if (known !== undefined) return known;
    const found = find(name);
    seen.set(name, found);
    found.catch(() => seen.delete(name));
    return found;
  };
}

const isSame = (one: string, other: string) =>
  timingSafeEqual(Buffer.from(one), Buffer.from(other));

const bootstrapCaller = (keyHash: string): Caller => ({
  keyId: bootstrapKeyId,
  keyHash,
  sessionId: null,
  tenant: everyone,
  scopes: ["*"],
  expiresAt: null,
});

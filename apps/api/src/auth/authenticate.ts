import { createHash, timingSafeEqual } from "node:crypto";
import type { Queryable } from "../db/client.ts";
import type { Clock } from "../shared/clock.ts";
import { hashApiKey, isApiKey } from "./api-key.ts";
import { findApiKeyByHash } from "./store.ts";

/** Who a request speaks for. */
export interface Caller {
  readonly keyId: string;
}

/** @returns null for every request without a valid key, whatever is wrong with it */
export type Authenticate = (authorization: string | undefined) => Promise<Caller | null>;

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
  const bootstrap = bootstrapKey === undefined ? null : digest(bootstrapKey);
  return async (authorization) => {
    const key = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
    if (key === undefined) return null;
    if (bootstrap !== null && timingSafeEqual(digest(key), bootstrap)) {
      return { keyId: "bootstrap" };
    }
    if (!isApiKey(key)) return null;

    const stored = await findApiKeyByHash(db, hashApiKey(key));
    if (stored === null || stored.revokedAt !== null) return null;
    if (stored.expiresAt !== null && stored.expiresAt <= clock.now()) return null;
    return { keyId: stored.id };
  };
}

const digest = (text: string) => createHash("sha256").update(text).digest();

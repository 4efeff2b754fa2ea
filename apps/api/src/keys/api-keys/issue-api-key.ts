import { hashApiKey, newApiKey } from "../../access/auth/api-key.ts";
import type { Queryable } from "../../db/client.ts";
import type { ApiKey } from "../../db/generated/client.ts";
import type { Clock } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import { insertApiKey } from "./store.ts";

/** A key as it is made: the only time that its secret is there to be shown. */
export interface IssuedApiKey extends ApiKey {
  readonly secret: string;
}

interface Terms {
  readonly name: string;
  /** The seller that it speaks for; null: the platform. */
  readonly userId: string | null;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
  readonly replacesId?: string;
  /** The key that asks for it. Default: none, it is made on the command line. */
  readonly createdBy?: string | null;
}

/** Makes a key. Whether its maker may make such a one is for the caller to know. */
export async function issueApiKey(
  { db, clock }: { readonly db: Queryable; readonly clock: Clock },
  { name, userId, scopes, expiresAt, replacesId, createdBy }: Terms,
): Promise<IssuedApiKey> {
  const secret = newApiKey();
  const key = await insertApiKey(db, {
    id: newId(),
    name,
    userId,
    scopes: [...scopes],
    hash: hashApiKey(secret),
    start: secret.slice(0, "usance_".length + 4),
    lastFour: secret.slice(-4),
    replacesId: replacesId ?? null,
    createdBy: createdBy ?? null,
    createdAt: clock.now(),
    expiresAt,
  });
  return { ...key, secret };
}

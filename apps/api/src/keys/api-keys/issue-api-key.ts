import { hashApiKey, newApiKey } from "../../access/auth/api-key.ts";
import type { ApiKey } from "../../db/generated/client.ts";
import { newId } from "../../lib/ids.ts";
import type { Writing } from "../../operation/work.ts";
import { insertApiKey } from "./store.ts";

/** A new key with its secret, which is not stored and cannot be shown again. */
export interface IssuedApiKey extends ApiKey {
  readonly secret: string;
}

interface KeyTerms {
  readonly name: string;
  /** The seller that the key acts for; null: the platform. */
  readonly userId: string | null;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
  readonly replacesId?: string;
  /** Id of the key that creates it. Default: none, as on the command line. */
  readonly createdBy?: string | null;
}

/** Creates a key. The caller must check that its maker may create it. */
export async function issueApiKey(
  { db, now }: Pick<Writing, "db" | "now">,
  { name, userId, scopes, expiresAt, replacesId, createdBy }: KeyTerms,
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
    createdAt: now,
    expiresAt,
  });
  return { ...key, secret };
}

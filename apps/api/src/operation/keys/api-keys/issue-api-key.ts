import type { ApiKey } from "../../../db/generated/client.ts";
import { newId } from "../../../kit/ids.ts";
import { hashApiKey, newApiKey } from "../../access/auth/api-key.ts";
import type { Maker } from "../../access/auth/maker.ts";
import type { Writing } from "../../work.ts";
import { insertApiKey } from "./store.ts";

/** A new key with its secret, which is not stored and cannot be shown again. */
export interface IssuedApiKey extends ApiKey {
  readonly secret: string;
}

/** What every new key or wallet grant has. */
export interface KeyTerms {
  readonly name: string;
  /** The seller that the key acts for; null: the platform. */
  readonly userId: string | null;
  readonly scopes: readonly string[];
  readonly expiresAt: Date | null;
  readonly replacesId?: string;
  /** Who creates it. Default: the command line. */
  readonly maker?: Pick<Maker, "id" | "sessionId">;
}

/** Creates a key. The caller must check that its maker may create it. */
export async function issueApiKey(
  { db, now }: Pick<Writing, "db" | "now">,
  { replacesId, ...terms }: KeyTerms,
): Promise<IssuedApiKey> {
  const secret = newApiKey();
  const key = await insertApiKey(db, {
    ...keyRow(terms, now),
    hash: hashApiKey(secret),
    start: secret.slice(0, "usance_".length + 4),
    lastFour: secret.slice(-4),
    replacesId: replacesId ?? null,
  });
  return { ...key, secret };
}

/** The columns that a new key and a new wallet grant have. */
export function keyRow({ scopes, maker, ...terms }: Omit<KeyTerms, "replacesId">, now: Date) {
  return {
    id: newId(),
    ...terms,
    scopes: [...scopes],
    createdBy: maker?.id ?? null,
    createdInSession: maker?.sessionId ?? null,
    createdAt: now,
  };
}

import type { Queryable } from "../../db/client.ts";
import type { Clock } from "../../lib/clock.ts";
import { bootstrapKeyId, isActive } from "./api-key.ts";
import type { Caller } from "./authenticate.ts";
import { changeKeysAlone, shareKey } from "./key-locks.ts";
import { findKeyLife } from "./store.ts";

/**
 * Checks the key of a write again, in the write's own transaction, because the cached key may be a second
 * old. The key cannot change until the transaction ends.
 *
 * @param changesKeys whether the write creates, rotates or revokes keys; such writes run one at a time
 * @returns the caller with the key's current expiry; null when the key no longer works
 */
export async function checkAgain(
  { tx, clock }: { readonly tx: Queryable; readonly clock: Clock },
  caller: Caller,
  { changesKeys }: { readonly changesKeys: boolean },
): Promise<Caller | null> {
  if (changesKeys) await changeKeysAlone(tx);
  if (caller.keyId === bootstrapKeyId) return caller;
  if (!changesKeys) await shareKey(tx, caller.keyId);
  const key = await findKeyLife(tx, caller.keyId);
  if (key === null || !isActive(key, clock.now())) return null;
  return { ...caller, expiresAt: key.expiresAt };
}

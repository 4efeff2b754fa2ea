import type { Queryable } from "../../db/client.ts";
import type { Clock } from "../../lib/clock.ts";
import { bootstrapKeyId, isActive } from "./api-key.ts";
import type { Caller } from "./authenticate.ts";
import { changeKeysAlone, shareKey } from "./key-locks.ts";
import { findKeyLife } from "./store.ts";

/**
 * Looks at a write's key once more, in the write's own transaction: what a process knows of a key may be a
 * second old. Until the transaction ends the key stays as it is found here.
 *
 * @param changesKeys whether the write makes, rotates or revokes keys: one at a time does
 * @returns the caller as its key is now; null when it works no longer
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

import type { Queryable } from "../../db/client.ts";
import type { Clock } from "../../lib/clock.ts";
import { bootstrapKeyId, isActive } from "./api-key.ts";
import type { Caller } from "./authenticate.ts";
import { changeKeysAlone, shareKeys } from "./key-locks.ts";
import { findKeyLife, findSessionLife } from "./store.ts";

/**
 * Checks the key of a write again, and the dashboard session that speaks for it, in the write's own transaction, because
 * what was cached may be a second old. Neither can change until the transaction ends.
 *
 * @param changesKeys whether the write creates, rotates or revokes keys; such writes run one at a time
 * @returns the caller with the key's current expiry; null when the key or the session no longer works
 */
export async function checkAgain(
  { tx, clock }: { readonly tx: Queryable; readonly clock: Clock },
  caller: Caller,
  { changesKeys }: { readonly changesKeys: boolean },
): Promise<Caller | null> {
  const { keyId, sessionId } = caller;
  if (changesKeys) await changeKeysAlone(tx);
  else
    await shareKeys(tx, [
      ...(isStoredKey(caller) ? [keyId] : []),
      ...(sessionId ? [sessionId] : []),
    ]);
  return findAgain({ db: tx, clock }, caller);
}

/**
 * Checks the key of a read that takes long again, and the dashboard session that speaks for it.
 *
 * @returns the caller with the key's current expiry; null when the key or the session no longer works
 */
export async function findAgain(
  { db, clock }: { readonly db: Queryable; readonly clock: Clock },
  caller: Caller,
): Promise<Caller | null> {
  const { keyId, sessionId } = caller;
  if (sessionId !== null) {
    const session = await findSessionLife(db, sessionId);
    if (session === null || !isActive(session, clock.now())) return null;
  }
  if (!isStoredKey(caller)) return caller;
  const key = await findKeyLife(db, keyId);
  if (key === null || !isActive(key, clock.now())) return null;
  return { ...caller, expiresAt: key.expiresAt };
}

/** Whether the caller's key is in the database: neither the one from the environment nor a wallet's session. */
const isStoredKey = ({ keyId, keyHash }: Caller) => keyHash !== null && keyId !== bootstrapKeyId;

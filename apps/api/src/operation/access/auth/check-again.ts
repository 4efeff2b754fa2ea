import type { Queryable } from "../../../db/client.ts";
import type { Clock } from "../../../kit/clock.ts";
import { bootstrapKeyId, isActive } from "./api-key.ts";
import type { Caller } from "./authenticate.ts";
import { awaitWritesOf, changeKeysAlone, shareKeys } from "./key-lives.ts";
import { checkNotWider, type Reach } from "./maker.ts";
import { findKeyLife, findMade, findSessionLife, type Made, markRevoked } from "./store.ts";

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
  if (changesKeys) await changeKeysAlone(tx);
  else await shareCredentials(tx, caller);
  return findAgain({ db: tx, clock }, caller);
}

/**
 * Checks the key of a long read again, and the dashboard session that speaks for it.
 *
 * @returns the caller with the key's current expiry; null when the key or the session no longer works
 */
export async function findAgain(at: At, caller: Caller): Promise<Caller | null> {
  const end = await findEnd(at, caller);
  return end && { ...caller, ...end };
}

/** Keeps a key, and the dashboard session that speaks for it, from being revoked until the transaction ends. */
export async function shareCredentials(tx: Queryable, by: Credentials): Promise<void> {
  const { keyId, sessionId } = by;
  await shareKeys(tx, [...(isStoredKey(by) ? [keyId] : []), ...(sessionId ? [sessionId] : [])]);
}

/** Returns whether a key and the dashboard session that speaks for it still work. What they created ends with them. */
export async function stillWorks(at: At, by: Credentials): Promise<boolean> {
  return (await findEnd(at, by)) !== null;
}

interface At {
  readonly db: Queryable;
  readonly clock: Clock;
}

/** A key or a wallet grant, and the dashboard session that speaks for it. */
export type Credentials = Pick<Caller, "keyId" | "sessionId">;

/** Finds when the key expires, if it has a row; null when the key or the session no longer works. */
async function findEnd(
  { db, clock }: At,
  by: Credentials,
): Promise<Partial<Pick<Caller, "expiresAt">> | null> {
  if (by.sessionId !== null) {
    const session = await findSessionLife(db, by.sessionId);
    if (session === null || !isActive(session, clock.now())) return null;
  }
  if (!isStoredKey(by)) return {};
  const key = await findKeyLife(db, by.keyId);
  return key !== null && isActive(key, clock.now()) ? { expiresAt: key.expiresAt } : null;
}

/** Whether a key is in the database: it is not the one from the environment. */
const isStoredKey = ({ keyId }: Credentials) => keyId !== bootstrapKeyId;

interface Ending {
  readonly tx: Queryable;
  readonly clock: Clock;
}

/**
 * Revokes a key, a wallet grant or a dashboard session, and what it made. They stop working in every process within a
 * second, and none of their writes commits afterwards. Revoking again does nothing. The transaction must hold the lock of
 * writes that change keys.
 *
 * @param by who revokes; null: the credential itself
 * @param options.keeps what it created and keeps working: nothing, its keys and wallet grants, or everything
 * @returns what was revoked with it
 * @throws Refusal 403 when one of them exceeds the credential that revokes them
 */
export async function endCredential(
  { tx, clock }: Ending,
  by: Reach | null,
  credential: Reach & { readonly id: string },
  { keeps = "nothing" }: { readonly keeps?: "nothing" | "keys" | "everything" } = {},
): Promise<Made[]> {
  const made = keeps === "everything" ? [] : await findMade(tx, credential.id, clock.now());
  const others = keeps === "keys" ? made.filter(({ kind }) => kind === "session") : made;
  const reaches = others.map(({ kind, scopes, expiresAt }) =>
    kind === "key" ? { scopes, expiresAt } : { scopes },
  );
  if (by !== null) for (const one of [credential, ...reaches]) checkNotWider(by, one);

  const ids = [credential.id, ...others.map(({ id }) => id)];
  await awaitWritesOf(tx, ids);
  // The time after the wait: the writes that were waited for come before the revocation.
  await markRevoked(tx, ids, clock.now());
  return others;
}

/** Whether a credential was made by another one, directly or through others. */
export async function isMadeBy(
  { tx, clock }: Ending,
  { id }: { readonly id: string },
  maker: { readonly id: string },
): Promise<boolean> {
  const made = await findMade(tx, maker.id, clock.now());
  return made.some((one) => one.id === id);
}

import type { Queryable } from "../../../db/client.ts";
import type { Clock } from "../../../kit/clock.ts";
import { awaitWritesOf } from "./key-locks.ts";
import { checkNotWider, type Reach } from "./maker.ts";
import { findMade, type Made, markRevoked } from "./store.ts";

export type { Made } from "./store.ts";

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

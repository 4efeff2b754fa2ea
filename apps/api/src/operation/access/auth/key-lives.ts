import type { Queryable } from "../../../db/client.ts";
import { findKeyLives, findSessionLives, type Life } from "./store.ts";

/** A record that a key or a wallet grant made, perhaps in one of its dashboard sessions. */
interface MadeByKey {
  readonly apiKeyId: string;
  readonly createdInSession: string | null;
  readonly expiresAt: Date;
  readonly revokedAt: Date | null;
}

/** Adds to sessions and links the ends of their makers, after which they no longer work. */
export async function endedWithMakers<Row extends MadeByKey>(
  db: Queryable,
  rows: readonly Row[],
): Promise<Row[]> {
  const keys = await findKeyLives(
    db,
    rows.map(({ apiKeyId }) => apiKeyId),
  );
  const inSessions = rows.flatMap(({ createdInSession }) => createdInSession ?? []);
  const sessions =
    inSessions.length === 0 ? new Map<string, Life>() : await findSessionLives(db, inSessions);
  return rows.map((row) =>
    [keys.get(row.apiKeyId), sessions.get(row.createdInSession ?? "")].reduce(endedWith, row),
  );
}

function endedWith<Row extends MadeByKey>(row: Row, maker: Life | undefined): Row {
  if (maker === undefined) return row; // the key from the environment
  const expiresAt = earlier(row.expiresAt, maker.expiresAt);
  const { revokedAt } = maker;
  // What had expired before was not ended by the revocation.
  if (revokedAt === null || revokedAt >= expiresAt) return { ...row, expiresAt };
  return { ...row, expiresAt, revokedAt: earlier(revokedAt, row.revokedAt) };
}

/** Returns the earlier of two times; an absent one means never. */
export const earlier = (one: Date, other: Date | null | undefined): Date =>
  other && other < one ? other : one;

/*
 * Locks between the writes of a key and the key's end. A write holds its key's lock in share mode until it commits.
 * Revoking or rotating a key takes the lock exclusively, so that earlier writes have committed and later writes see
 * the key's end. The locks are advisory because row locks would let new sharers pass a waiting exclusive lock: a
 * stolen key in constant use could not be revoked. Advisory locks queue.
 */

/** The class of these advisory locks; any number that no other lock uses. */
const lockClass = 0x6b6579;

/** Number of locks; several keys share one. Postgres has room for some thousands, and keys can outnumber that. */
const buckets = 256;

/**
 * Holds the locks of keys and of dashboard sessions in share mode until the transaction ends, so that writes of one key
 * run concurrently. They are taken in the same order as for the end of keys.
 */
export async function shareKeys(tx: Queryable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock_shared(${lockClass}::int, bucket)::text FROM (
      SELECT DISTINCT hashtext(id) & ${buckets - 1}::int AS bucket
        FROM unnest(${[...ids]}::text[]) id ORDER BY bucket) buckets`;
}

/** Waits for all running writes of these keys, and blocks new ones until the transaction ends. */
export async function awaitWritesOf(tx: Queryable, keyIds: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(${lockClass}::int, bucket)::text FROM (
      SELECT DISTINCT hashtext(id) & ${buckets - 1}::int AS bucket
        FROM unnest(${[...keyIds]}::text[]) id ORDER BY bucket) buckets`;
}

/**
 * Makes this transaction the only one that creates, rotates or revokes keys until it ends, so that no key is created
 * while the key that creates it is being revoked. Must be taken before the other locks here.
 */
export async function changeKeysAlone(tx: Queryable): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(${lockClass}::int, ${buckets}::int)`;
}

import type { Queryable } from "../../db/client.ts";

/*
 * What keeps a key's writes and its end apart. A write shares a lock of its key until it commits; whatever ends
 * a key takes that lock for itself first, so that the writes before it are done and those after it see its end.
 * The locks are advisory, not of the key's row: sharers of a row's lock let further sharers in past one who waits
 * to end the key, so a stolen key in use could not be revoked. Here they queue.
 */

/** Distinguishes these locks from others; any number that is used nowhere else. */
const lockClass = 0x6b6579;

/** Locks that keys share. Postgres has room for some thousands in all, and a key may have as many descendants. */
const buckets = 256;

/** Lets a write of a key go on beside others of it, until its transaction ends. */
export async function shareKey(tx: Queryable, keyId: string): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM pg_advisory_xact_lock_shared(${lockClass}::int, hashtext(${keyId}) & ${buckets - 1}::int)`;
}

/** Waits until no write of these keys is under way, and lets none begin until the transaction ends. */
export async function awaitWritesOf(tx: Queryable, keyIds: readonly string[]): Promise<void> {
  await tx.$queryRaw`
    SELECT pg_advisory_xact_lock(${lockClass}::int, bucket)::text FROM (
      SELECT DISTINCT hashtext(id) & ${buckets - 1}::int AS bucket
        FROM unnest(${[...keyIds]}::text[]) id ORDER BY bucket) buckets`;
}

/**
 * Makes this transaction the only one that makes, rotates or revokes keys, until it ends: none makes a key while
 * another revokes its maker. Taken before any other lock of these.
 */
export async function changeKeysAlone(tx: Queryable): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(${lockClass}::int, ${buckets}::int)`;
}

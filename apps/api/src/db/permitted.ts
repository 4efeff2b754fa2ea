import { setTimeout as sleep } from "node:timers/promises";

/**
 * How long a migration may wait for a lock, in milliseconds. Later queries on the table wait behind it. It is
 * less than Postgres' deadlock_timeout, so in a deadlock the migration fails and not a request.
 */
export const lockTimeoutMs = 500;

/** For how long the migration is retried, in milliseconds. */
const retryMs = 120_000;
/** The longest pause between two tries, in milliseconds. Other transactions proceed during it. */
const longestPauseMs = 1_000;

/** Other transactions held the locks that a migration needs for too long. The message is one line. */
export class TablesInUse extends Error {
  override readonly name = "TablesInUse";
}

/**
 * Runs a migration of tables that are in use. It gives up its locks and is retried when it would block other
 * transactions, or when it is in a deadlock with one.
 *
 * @param change waits for a lock for at most lockTimeoutMs, and changes nothing when it throws
 * @throws TablesInUse after two minutes of retries
 */
export async function givingWay<T>(change: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  for (;;) {
    try {
      return await change();
    } catch (cause) {
      if (!isHeldUp(cause)) throw cause;
      if (performance.now() - begin > retryMs) {
        throw new TablesInUse(
          "DATABASE_URL: the tables are to be changed for this version, and others hold them. What reads or writes for long, such as a backup, has to end first.",
          { cause },
        );
      }
    }
    await sleep(Math.random() * longestPauseMs);
  }
}

/** SQLSTATEs: a lock was not available in time, a deadlock. */
const isHeldUp = (error: unknown) =>
  error instanceof Error && "code" in error && /^(55P03|40P01)$/.test(String(error.code));

/** A migration is needed, and cannot run with this role or on this server. The message is one line. */
export class MayNotMigrate extends Error {
  override readonly name = "MayNotMigrate";
}

/** Runs a change of the tables. @throws MayNotMigrate when Postgres denies it to the role, or takes no writes */
export async function permitted<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (cause) {
    const reason = cause instanceof Error && "code" in cause && reasons.get(String(cause.code));
    if (!reason) throw cause;
    throw new MayNotMigrate(`DATABASE_URL: the database is not of this version, ${reason}`, {
      cause,
    });
  }
}

/** By SQLSTATE: insufficient privilege, and a transaction that is read-only. */
const reasons: ReadonlyMap<string, string> = new Map([
  [
    "42501",
    "and its role may not change that. Run `usance migrate` with the role that owns the database.",
  ],
  [
    "25006",
    "and takes no writes: it is a standby, or default_transaction_read_only is on for the server, the database or the role.",
  ],
]);

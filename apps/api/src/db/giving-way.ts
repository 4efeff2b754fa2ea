import { setTimeout as sleep } from "node:timers/promises";

/**
 * How long a change of tables may wait for a lock, in milliseconds. Whoever comes after it waits as well.
 * It is less than Postgres's deadlock_timeout, so that of a deadlock the change is what ends, and no request.
 */
export const lockTimeoutMs = 500;

/** How long it is tried, in milliseconds. */
const patienceMs = 120_000;
/** The longest pause between two tries, in milliseconds; others get on with their work in it. */
const longestPauseMs = 1_000;

/** The tables are to be changed, and others hold them; the message is one line. */
export class TablesInUse extends Error {
  override readonly name = "TablesInUse";
}

/**
 * Changes tables that others use: each time that it would hold them up, or be in a deadlock with them,
 * the change gives way and is tried again.
 *
 * @param change waits for locks by lockTimeoutMs at most, and leaves nothing when it throws
 * @throws TablesInUse when nobody lets it through for two minutes
 */
export async function givingWay<T>(change: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  for (;;) {
    try {
      return await change();
    } catch (cause) {
      if (!isHeldUp(cause)) throw cause;
      if (performance.now() - begin > patienceMs) {
        throw new TablesInUse(
          "DATABASE_URL: the tables are to be changed for this version, and others hold them. What reads or writes for long, such as a backup, has to end first.",
          { cause },
        );
      }
    }
    await sleep(Math.random() * longestPauseMs);
  }
}

/** Prisma's engine gives Postgres's words without its code, and its own for a deadlock. */
const isHeldUp = (error: unknown) =>
  error instanceof Error &&
  /lock timeout|deadlock detected|Transaction write conflict/.test(error.message);

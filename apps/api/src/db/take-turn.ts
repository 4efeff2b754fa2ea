import type { Queryable } from "./client.ts";

/**
 * Locks a name until the transaction ends, without waiting, in all processes.
 *
 * @returns false when another transaction holds the lock
 */
export async function takeTurn(tx: Queryable, name: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ mine: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS mine`;
  return rows[0]?.mine === true;
}

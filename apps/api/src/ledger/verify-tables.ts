import type { PoolClient } from "pg";
import { type Invariant, readInvariants } from "./invariants.ts";

/** What one invariant came to. */
export interface Finding {
  readonly holds: string;
  /** How many break it. */
  readonly count: number;
  /** Some of them, a line each. */
  readonly broken: readonly string[];
}

/** How many of those that break an invariant are told of. */
export const maxTold = 20;

/**
 * Holds the tables against invariants.sql, in one snapshot, changing nothing.
 *
 * @param now until when events are looked for: the service's own time
 */
export async function verifyTables(connection: PoolClient, now: Date): Promise<Finding[]> {
  await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
  try {
    return await findingsIn(connection, now);
  } finally {
    await connection.query("ROLLBACK");
  }
}

/** The same in the transaction that the connection is in. */
export async function findingsIn(connection: PoolClient, now: Date): Promise<Finding[]> {
  await connection.query("SELECT set_config('usance.now', $1, true)", [now.toISOString()]);
  const findings: Finding[] = [];
  for (const invariant of readInvariants()) findings.push(await verify(connection, invariant));
  return findings;
}

async function verify(connection: PoolClient, { holds, sql }: Invariant): Promise<Finding> {
  const { rows } = await connection.query<{ id: string; how: string; count: string }>(
    `SELECT broken.*, count(*) OVER () AS count FROM (${sql}) broken LIMIT ${maxTold}`,
  );
  const broken = rows.map(({ id, how }) => `${id}: ${how}`);
  return { holds, count: Number(rows[0]?.count ?? 0), broken };
}

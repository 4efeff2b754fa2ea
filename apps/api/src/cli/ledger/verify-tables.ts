import { readFileSync } from "node:fs";
import type { Pool, PoolClient } from "pg";
import { readLayout } from "../../db/citus/layout.ts";

/** The result of checking one invariant. */
export interface Finding {
  readonly holds: string;
  /** The number of violations. */
  readonly count: number;
  /** Some of the violations, one a line. */
  readonly broken: readonly string[];
}

/** The stored facts of a record that differ from those on the chain, one a line; hex digits can have any case. */
export function differencesOf(
  id: string,
  facts: Readonly<Record<string, readonly [stored: unknown, onChain: unknown]>>,
): string[] {
  return Object.entries(facts)
    .filter(([, [stored, found]]) => String(stored).toLowerCase() !== String(found).toLowerCase())
    .map(([what, [stored, found]]) => `${id}: ${what} ${stored}, on the chain ${found}`);
}

/** How many violations of an invariant are listed. */
const maxTold = 20;

/** A finding whose violations were all found at once. */
export const finding = (holds: string, broken: readonly string[]): Finding => ({
  holds,
  count: broken.length,
  broken: broken.slice(0, maxTold),
});

/**
 * Checks the tables against invariants.sql in one read-only snapshot.
 *
 * @param pool of two connections
 * @param now the service's current time, up to which events are checked
 */
export async function verifyTables(pool: Pool, now: Date): Promise<Finding[]> {
  const connection = await pool.connect();
  try {
    await connection.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    if ((await readLayout(pool)) === "distributed") await takeSnapshots(pool, connection);
    return await findingsIn(connection, now);
  } finally {
    await connection.query("ROLLBACK");
    connection.release();
  }
}

/**
 * Takes the snapshots of a transaction on Citus: the coordinator and each node have their own, which they take at the first
 * read. Meanwhile nobody records usage events, so all show the same ones. Each node has one connection: another one would
 * take another snapshot.
 */
async function takeSnapshots(pool: Pool, connection: PoolClient): Promise<void> {
  await connection.query("SET LOCAL citus.max_adaptive_executor_pool_size = 1");
  const blocking = await pool.connect();
  try {
    await blocking.query("BEGIN");
    await blocking.query("LOCK TABLE usage_limit_counters IN SHARE MODE"); // waits for who records (limit-book.ts)
    await connection.query("SELECT FROM usage_events LIMIT 1");
  } finally {
    await blocking.query("ROLLBACK");
    blocking.release();
  }
}

/** The same, in the connection's current transaction. */
export async function findingsIn(connection: PoolClient, now: Date): Promise<Finding[]> {
  // All rows are read, so no nested loop is best. On tables without statistics, as after a restore, Postgres would choose some.
  // Citus reads usage events before it joins them with other tables. By default it does so with at most 1 GB of them.
  await connection.query(
    `SELECT set_config('usance.now', $1, true), set_config('enable_nestloop', 'off', true),
            set_config('citus.max_intermediate_result_size', '-1', true)`,
    [now.toISOString()],
  );
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

export interface Invariant {
  /** A sentence that must be true at every moment. */
  readonly holds: string;
  /** Selects the `id` and a description (`how`) of each violation. */
  readonly sql: string;
}

/** The invariants of invariants.sql, in their order. */
export function readInvariants(): Invariant[] {
  const text = readFileSync(new URL("./invariants.sql", import.meta.url), "utf8");
  const [, ...parts] = text.split(/^-- holds: /m);
  return parts.map((part) => {
    const end = part.indexOf("\n");
    return {
      holds: part.slice(0, end),
      sql: part
        .slice(end + 1)
        .trim()
        .replace(/;$/, ""),
    };
  });
}

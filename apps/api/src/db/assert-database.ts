import { DatabaseError, type Pool, type PoolClient } from "pg";
import { within } from "../kit/time-limit.ts";
import { callersPatience, openPool } from "./pool.ts";
import { missingStandbys, standbysIn } from "./server-state.ts";
import { NoServer, Servers } from "./servers.ts";
import { fixedSettings } from "./settings.ts";

/** How long the database may take to answer at startup, in milliseconds. */
const timeoutMs = 10_000;
/** How long one connection may wait while another is in a transaction, in milliseconds. */
const patienceMs = 2_000;

/** The database cannot be reached or used. The message is one line without the URL, which holds a password. */
export class DatabaseUnavailable extends Error {
  override readonly name = "DatabaseUnavailable";
}

/**
 * Connects to the database and checks that statements run as the service needs it, whatever pooler is in between.
 *
 * @param options.synchronousStandbys how many standbys each commit must wait for
 * @throws DatabaseUnavailable when the database cannot be reached within 10 s, or when a pooler loses prepared
 *   statements or settings
 */
export async function assertDatabase(
  databaseUrl: string,
  { synchronousStandbys = 0 } = {},
): Promise<void> {
  const servers = new Servers(databaseUrl, { synchronousStandbys });
  const pool = openPool(servers, 2, { ...callersPatience, connectionTimeoutMillis: timeoutMs });
  try {
    const trouble = await commitTrouble(pool, synchronousStandbys);
    if (trouble !== null) throw new DatabaseUnavailable(`DATABASE_URL: ${trouble}`);
    await assertStatements(pool);
  } catch (cause) {
    if (cause instanceof DatabaseUnavailable) throw cause;
    throw new DatabaseUnavailable(
      isLostStatement(cause)
        ? "DATABASE_URL: the pooler in front of the database loses prepared statements. Use PgBouncer 1.21 or later with `max_prepared_statements` above 0, or `pool_mode=session`."
        : `DATABASE_URL: the database cannot be reached (${reasonOf(cause)}).`,
      { cause },
    );
  } finally {
    await pool.end();
  }
}

const expected = {
  ...fixedSettings,
  statement_timeout: "20s",
  transaction_isolation: fixedSettings.default_transaction_isolation,
  transaction_timeout: "0",
  session_replication_role: "origin", // only a superuser may set it; others are without foreign keys and triggers
};
const statement = {
  name: "usance_check",
  text: `SELECT ${Object.keys(expected)
    .map((name) => `current_setting('${name}', true) AS "${name}"`)
    .join(", ")}`,
};

/**
 * Runs one prepared statement on two connections, the second in a transaction. A pooler in transaction mode then has
 * to run it on another of its own connections than before.
 */
async function assertStatements(pool: Pool): Promise<void> {
  const one = await pool.connect();
  try {
    const other = await pool.connect();
    try {
      await assertSettings(one);
      await other.query("BEGIN");
      await assertSettings(other);
      const again = assertSettings(one);
      // A pooler with a single connection of its own can only answer after the transaction.
      await within(patienceMs, again);
      await other.query("ROLLBACK");
      await again;
    } finally {
      other.release(true);
    }
  } finally {
    one.release(true);
  }
}

async function assertSettings(client: PoolClient): Promise<void> {
  const { rows } = await client.query<Record<string, string | null>>(statement);
  for (const [name, value] of Object.entries(expected)) {
    const found = rows[0]?.[name];
    if (found === value || found === null) continue; // null: the server is older than the setting
    throw new DatabaseUnavailable(
      `DATABASE_URL: statements run with ${name} ${found} instead of ${value}. A pooler in front of the database drops settings, or ALTER ROLE, ALTER DATABASE or the server's configuration sets it.`,
    );
  }
}

/** SQLSTATEs of a prepared statement that is unknown, or that another client prepared under the same name. */
const isLostStatement = (error: unknown) =>
  error instanceof DatabaseError && (error.code === "26000" || error.code === "42P05");

/** Postgres' message, or the system's error code. Other messages may contain a part of the URL. */
function reasonOf(error: unknown): string {
  if (error instanceof DatabaseError) return error.message;
  if (error instanceof NoServer) return "no server takes writes";
  if (error instanceof Error && "code" in error) return String(error.code);
  return error instanceof Error && error.message.includes("timeout") ? "timeout" : "bad address";
}

/** Standbys that confirm commits; a commit that waits for long shows that one of them is lost. */
const standbyText = `
  SELECT current_setting('synchronous_standby_names') AS "standbyNames",
         current_setting('synchronous_commit') AS commit,
         pg_has_role('pg_read_all_stats', 'USAGE') AS "maySee",
         (SELECT count(*)::int FROM pg_stat_replication
           WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum')) AS connected,
         EXISTS (SELECT FROM pg_stat_activity
                  WHERE wait_event = 'SyncRep'
                    AND clock_timestamp() - state_change > interval '5 seconds') AS "isWaiting"`;

interface StandbyRow {
  readonly standbyNames: string;
  readonly commit: string;
  readonly maySee: boolean;
  readonly connected: number;
  readonly isWaiting: boolean;
}

/**
 * Finds out why commits do not reach as many standbys as they must, or wait for one.
 *
 * @param standbys how many each commit must wait for; 0: nothing is checked
 * @returns a sentence; null when there is no reason
 * @throws errors of the database, but not that its server must not be used
 */
export async function commitTrouble(pool: Pool, standbys: number): Promise<string | null> {
  if (standbys === 0) return null;
  try {
    const { rows } = await pool.query<StandbyRow>(standbyText);
    return rows[0] === undefined ? null : troubleIn(rows[0], standbys);
  } catch (error) {
    if (error instanceof NoServer) return error.message;
    throw error;
  }
}

function troubleIn(row: StandbyRow, standbys: number): string | null {
  const missing = missingStandbys(row, standbys);
  if (missing !== null) return missing;
  if (!row.maySee) {
    return "SYNCHRONOUS_STANDBYS is set, but the database role may not see standbys: grant it pg_read_all_stats.";
  }
  const needed = standbysIn(row.standbyNames);
  if (row.connected < needed) {
    return `Commits wait: ${row.connected} of ${needed} synchronous standbys are connected.`;
  }
  return row.isWaiting ? "Commits wait for a synchronous standby." : null;
}

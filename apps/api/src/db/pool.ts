import { Pool, type PoolClient, type PoolConfig } from "pg";
import { poolClient, socketOf } from "./pool-client.ts";
import { Servers } from "./servers.ts";
import { fixedSettings, type Settings } from "./settings.ts";

export interface PoolOptions
  extends Pick<PoolConfig, "connectionTimeoutMillis" | "idleTimeoutMillis" | "pipeline"> {
  readonly settings?: Settings;
  /** How long a statement may run, in milliseconds. Postgres enforces it. Default: as long as it takes. */
  readonly statementMs?: number;
  /** After how long without any traffic a connection in use is closed, in milliseconds. */
  readonly silenceMs?: number;
}

/** Time limits for statements that a request waits for, in milliseconds: every wait is bounded. */
export const callersPatience = {
  /** For a connection, including the wait until another request returns one to the pool. */
  connectionTimeoutMillis: 10_000,
  statementMs: 20_000,
  /** For a Postgres that no longer answers, or a network that lost the answer. */
  silenceMs: 25_000,
};

/**
 * Opens a pool whose statements run with the settings that the service needs, whatever the database or the role has.
 *
 * @param database a URL, or servers that several pools share
 * @param options.settings further Postgres settings of all statements
 * @param options.pipeline sends a statement without waiting for those before it
 */
export function openPool(
  database: string | Servers,
  max: number,
  { settings = {}, statementMs = 0, silenceMs, ...limits }: PoolOptions = {},
): Pool {
  const servers = typeof database === "string" ? new Servers(database) : database;
  const all = {
    ...fixedSettings,
    statement_timeout: String(statementMs),
    ...settings,
  };
  const pool = new Pool({
    connectionString: servers.url,
    max,
    keepAlive: true,
    Client: poolClient(servers, all),
    ...limits,
  });
  if (silenceMs !== undefined) closeSilentConnections(pool, silenceMs);
  return pool;
}

/**
 * Closes a connection in use that has been silent for too long, so that everything that waits for it fails.
 * pg's own `query_timeout` only abandons the statement: the connection returns to the pool inside a
 * transaction, and its next user commits what was abandoned.
 */
function closeSilentConnections(pool: Pool, afterMs: number): void {
  const used = new WeakSet<PoolClient>();
  pool.on("acquire", (client) => used.add(client));
  pool.on("release", (_, client) => used.delete(client));
  pool.on("connect", (client) => {
    const socket = socketOf(client);
    socket.setTimeout(afterMs, () => {
      if (used.has(client)) socket.destroy(new Error("The database does not answer."));
    });
  });
}

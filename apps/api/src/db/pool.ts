import type { Socket } from "node:net";
import { type Connection, Pool, type PoolClient, type PoolConfig } from "pg";

export interface PoolOptions
  extends Pick<PoolConfig, "connectionTimeoutMillis" | "statement_timeout"> {
  readonly settings?: Readonly<Record<string, string>>;
  /** After how long without any traffic a connection in use is closed, in milliseconds. */
  readonly silenceMs?: number;
}

/** Time limits for statements that a request waits for, in milliseconds: every wait is bounded. */
export const callersPatience = {
  /** For a connection, including the wait until another request returns one to the pool. */
  connectionTimeoutMillis: 10_000,
  /** Enforced by Postgres. */
  statement_timeout: 20_000,
  /** For a Postgres that no longer answers, or a network that lost the answer. */
  silenceMs: 25_000,
};

/**
 * Opens a pool whose sessions use UTC, whatever time zone the database or the role has: Prisma's adapter
 * writes and reads times without an offset.
 *
 * @param options.settings further Postgres settings of the sessions
 */
export function openPool(
  databaseUrl: string,
  max: number,
  { settings = {}, silenceMs, ...limits }: PoolOptions = {},
): Pool {
  const url = new URL(databaseUrl);
  const given = url.searchParams.get("options");
  const ours = Object.entries({ TimeZone: "UTC", ...settings });
  const options = ours.map(([name, value]) => `-c ${name}=${value}`);
  url.searchParams.set("options", [...(given === null ? [] : [given]), ...options].join(" "));
  const pool = new Pool({ connectionString: url.href, max, keepAlive: true, ...limits });
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
    const { stream } = (client as PoolClient & { readonly connection: Connection }).connection;
    (stream as Socket).setTimeout(afterMs, () => {
      if (used.has(client)) stream.destroy(new Error("The database does not answer."));
    });
  });
}

import type { Socket } from "node:net";
import { type Connection, Pool, type PoolClient, type PoolConfig } from "pg";

export interface PoolOptions
  extends Pick<PoolConfig, "connectionTimeoutMillis" | "statement_timeout"> {
  readonly settings?: Readonly<Record<string, string>>;
  /** After how long without an answer a connection is given up, in milliseconds. */
  readonly silenceMs?: number;
}

/**
 * Of what callers wait for, in milliseconds: without them a statement may wait for ever, and who has
 * asked for it as well.
 */
export const callersPatience = {
  /** For a connection, also for one that others have. */
  connectionTimeoutMillis: 10_000,
  /** That Postgres keeps itself. */
  statement_timeout: 20_000,
  /** Of a Postgres that says nothing any more, or a network that has lost what it said. */
  silenceMs: 25_000,
};

/**
 * Connections to Postgres whose sessions are in UTC, whatever zone the database or the role is set
 * to: Prisma's adapter writes and reads times without an offset.
 *
 * @param options.settings more of what Postgres is to be set to in them
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
  if (silenceMs !== undefined) giveUpTheSilent(pool, silenceMs);
  return pool;
}

/**
 * Ends a connection that is used and on which nothing has come or gone for so long, so that all that waits
 * for it fails. pg's own `query_timeout` gives up the statement alone: its connection goes back to the pool in
 * the middle of a transaction, and whoever comes next commits what was given up.
 */
function giveUpTheSilent(pool: Pool, afterMs: number): void {
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

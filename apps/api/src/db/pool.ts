import { AsyncLocalStorage } from "node:async_hooks";
import { Pool, type PoolClient, type PoolConfig } from "pg";
import { poolClient, socketOf } from "./pool-client.ts";
import { Servers } from "./servers.ts";
import { fixedSettings, type Settings } from "./settings.ts";

export interface PoolOptions
  extends Pick<PoolConfig, "connectionTimeoutMillis" | "idleTimeoutMillis"> {
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

/** The connection that work has taken from a pool. */
export interface Taken {
  client?: PoolClient;
}

/** Work that runs in this notes here which connection it takes. */
export const taking = new AsyncLocalStorage<Taken>();

type Connected = Parameters<Pool["connect"]>[0];

class NotingPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback !== undefined) {
      super.connect(callback);
      return undefined;
    }
    const connected = super.connect();
    const taken = taking.getStore();
    if (taken !== undefined) {
      const note = (client: PoolClient) => {
        taken.client = client;
      };
      void connected.then(note, () => undefined); // before the caller's own continuation
    }
    return connected;
  }
}

/**
 * Opens a pool whose statements run with the settings that the service needs, whatever the database or the role has.
 * A statement is sent without waiting for those before it on its connection.
 *
 * @param database a URL, or servers that several pools share
 * @param options.settings further Postgres settings of all statements
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
  const pool = new NotingPool({
    connectionString: servers.url,
    max,
    keepAlive: true,
    pipeline: true,
    Client: poolClient(servers, all),
    ...limits,
  });
  // The pool replaces a connection that breaks while idle. Without a listener the error would end the process.
  pool.on("error", () => undefined);
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

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Postgres, startPostgres } from "@usance/local-stack";
import { Client } from "pg";
import { copyAsStandby } from "./copy-cluster.ts";
import { until } from "./until.ts";

/** A primary and a standby, which change places. */
export interface ReplicatedPostgres {
  /** Names both servers, as libpq does. */
  readonly url: string;
  /** Where the primary is now. */
  primaryUrl(): string;
  standbyUrl(): string;
  /** Ends the primary by SIGKILL. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary; the other server, if it runs, is not told. */
  promote(): Promise<void>;
  /** Makes the former primary the standby of the present one. */
  rejoin(): Promise<void>;
  /** Starts the former primary as it was: nobody has told it that another one was promoted. */
  startFormerPrimary(): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  /** Sets which standbys commits of the present primary wait for; none: they do not wait. */
  setSynchronous(names: string): Promise<void>;
  stop(): Promise<void>;
}

interface Member {
  readonly name: string;
  readonly dataDir: string;
  server: Postgres | null;
}

/** @param options.synchronous whether commits wait for the standby; default: they do */
export async function startReplicatedPostgres(
  options: { readonly synchronous?: boolean } = {},
): Promise<ReplicatedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), "usance-replicated-"));
  const member = (name: string): Member => ({ name, dataDir: join(folder, name), server: null });
  let [primary, standby] = [member("one"), member("two")];
  const start = async (one: Member) => {
    one.server = await startPostgres({
      dataDir: one.dataDir,
      durable: false,
      settings: { synchronous_commit: "on", wal_keep_size: "1GB", max_connections: 200 },
    });
  };
  const urlOf = ({ server, name }: Member) => {
    if (server === null) throw new Error(`Server ${name} does not run.`);
    return server.url;
  };
  const rejoin = async () => {
    await standby.server?.stop();
    await copyAsStandby(urlOf(primary), standby.dataDir, standby.name);
    await start(standby);
    await untilStreaming(urlOf(primary));
  };
  await start(primary);
  if (options.synchronous !== false) await setNames(urlOf(primary), "*");
  await rejoin();
  const url = new URL(urlOf(primary));
  const hosts = [primary, standby].map((one) => new URL(urlOf(one)).host).join(",");
  return {
    url: `${url.protocol}//${url.username}:${url.password}@${hosts}${url.pathname}?target_session_attrs=read-write`,
    primaryUrl: () => urlOf(primary),
    standbyUrl: () => urlOf(standby),
    killPrimary: async () => {
      await primary.server?.kill();
    },
    promote: async () => {
      await run(urlOf(standby), "SELECT pg_promote()");
      [primary, standby] = [standby, primary];
    },
    rejoin,
    startFormerPrimary: () => start(standby),
    stopStandby: async () => {
      await standby.server?.stop();
    },
    startStandby: async () => {
      await start(standby);
      await untilStreaming(urlOf(primary));
    },
    setSynchronous: (names) => setNames(urlOf(primary), names),
    stop: async () => {
      await Promise.all([primary, standby].map(async (one) => one.server?.kill()));
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

async function setNames(url: string, names: string): Promise<void> {
  await run(url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await run(url, "SELECT pg_reload_conf()");
}

async function untilStreaming(primaryUrl: string): Promise<void> {
  const text = "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming'";
  await until(async () => (await run(primaryUrl, text)).length > 0);
}

async function run(connectionString: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

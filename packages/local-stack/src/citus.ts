import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { Client } from "pg";
import { type Postgres, type PostgresOptions, startPostgres } from "./postgres.ts";

export interface CitusOptions extends Pick<PostgresOptions, "durable" | "settings" | "log"> {
  /** The folder with `bin`, `lib` and `share` of a Postgres that has the Citus extension. */
  readonly binaries: string;
  /** How many workers the coordinator has. */
  readonly workers: number;
  /** The folder that stores all nodes, one folder each. Without it, they are lost when Citus stops. */
  readonly dataDir?: string;
}

export interface Citus {
  readonly coordinator: Postgres;
  readonly workers: readonly Postgres[];
  /** Creates a database on every node, and joins the nodes in it. @returns its URL on the coordinator */
  createDatabase(name: string): Promise<string>;
  stop(): Promise<void>;
}

/** What Citus needs: a commit on several nodes is prepared on each. */
const needed = {
  shared_preload_libraries: "citus",
  "citus.node_conninfo": "sslmode=disable",
  max_prepared_transactions: 400,
  wal_level: "logical",
};

/** Starts a coordinator and workers on this machine. They end with this process. */
export async function startCitus(options: CitusOptions): Promise<Citus> {
  const { workers: count, dataDir, settings, ...same } = options;
  // Adding a node gives it the coordinator's roles with their passwords.
  const password = randomBytes(24).toString("hex");
  const names = ["coordinator", ...Array.from({ length: count }, (_, at) => `worker-${at + 1}`)];
  const started = await Promise.allSettled(
    names.map((name) =>
      startPostgres({
        ...same,
        password,
        ...(dataDir !== undefined && { dataDir: join(dataDir, name) }),
        settings: { ...needed, ...settings },
      }),
    ),
  );
  const nodes = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const stop = async () => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  const failed = started.find((one) => one.status === "rejected");
  const [coordinator, ...workers] = nodes;
  if (failed !== undefined || coordinator === undefined) {
    await stop();
    throw failed?.reason;
  }
  for (const { url } of nodes) await allowSplits(url);
  return {
    coordinator,
    workers,
    createDatabase: async (name) => {
      await Promise.all(
        nodes.map(async (node) => {
          await run(node.url, `CREATE DATABASE ${name}`);
          await run(urlOf(node, name), "CREATE EXTENSION citus", loginTo(node));
        }),
      );
      const url = urlOf(coordinator, name);
      await run(url, ...joining(coordinator, workers));
      return url;
    },
    stop,
  };
}

function urlOf(node: Postgres, database: string): string {
  const url = new URL(node.url);
  url.pathname = `/${database}`;
  return url.href;
}

/** Later minor versions of Postgres let only listed libraries decode the log, as Citus does when it moves shards. */
async function allowSplits(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const setting = "SELECT FROM pg_settings WHERE name = 'output_plugin_libraries'";
    if ((await client.query(setting)).rowCount === 0) return;
    await client.query("ALTER SYSTEM SET output_plugin_libraries = 'pgoutput', 'citus'");
    await client.query("SELECT pg_reload_conf()");
  } finally {
    await client.end();
  }
}

/** A statement that lets a node log in to all others, which have the same password. */
function loginTo({ url }: Postgres): string {
  const { username, password } = new URL(url);
  return `INSERT INTO pg_dist_authinfo VALUES (0, '${username}', 'password=${password}')`;
}

/** The coordinator stores no shards. */
const joining = (coordinator: Postgres, workers: readonly Postgres[]): string[] => [
  `SELECT citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`,
  ...workers.map(({ port }) => `SELECT citus_add_node('127.0.0.1', ${port})`),
];

/** Runs statements in order, on one connection. */
async function run(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

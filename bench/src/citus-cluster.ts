import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startPostgres } from "@usance/local-stack";
import { startCitus } from "@usance/local-stack/citus";
import { parentOf, treeOf } from "./cpu.ts";
import { entry } from "./service.ts";
import { type StageDatabase, stageSettings } from "./stage.ts";
import { withClient } from "./with-client.ts";

/** The server processes of a database. */
export interface Nodes {
  /** The first process of the coordinator, or of the only Postgres. */
  readonly coordinator: number;
  /** The first process of each worker. */
  readonly workers: readonly number[];
}

export interface NodesDatabase extends StageDatabase {
  readonly nodes: Nodes;
}

/** Parts of the table. Each worker has some. */
const shards = 32;

/**
 * Starts a durable coordinator and workers, with the service's tables and distributed usage events.
 *
 * @param binaries the folder with `bin`, `lib` and `share` of a Postgres that has Citus
 */
export async function startDistributed(binaries: string, workers: number): Promise<NodesDatabase> {
  const citus = await startCitus({ binaries, workers, durable: true, settings: stageSettings });
  try {
    const url = await citus.createDatabase("usance");
    await usance(["migrate"], url);
    await usance(["scale", "distribute", "--shards", String(shards)], url);
    return {
      url,
      nodes: {
        coordinator: await firstProcess(citus.coordinator.url),
        workers: await Promise.all(citus.workers.map((one) => firstProcess(one.url))),
      },
      stop: citus.stop,
    };
  } catch (error) {
    await citus.stop();
    throw error;
  }
}

/** Starts one Postgres of the same installation. */
export async function startPlain(binaries: string): Promise<NodesDatabase> {
  const { url, stop } = await startPostgres({ binaries, durable: true, settings: stageSettings });
  return { url, stop, nodes: { coordinator: await firstProcess(url), workers: [] } };
}

/** The process that starts all others of a Postgres. */
const firstProcess = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
    return parentOf(rows[0].pid);
  });

async function usance(words: readonly string[], databaseUrl: string): Promise<void> {
  const environment = { ...process.env, DATABASE_URL: databaseUrl };
  await promisify(execFile)(process.execPath, [entry, ...words], { env: environment });
}

/** How much CPU the nodes have used so far, in milliseconds. */
export function cpuOfNodes({ coordinator, workers }: Nodes): {
  readonly coordinator: number;
  readonly workers: number;
} {
  return {
    coordinator: treeOf([coordinator]).cpuMs,
    workers: treeOf(workers).cpuMs,
  };
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publicDevAccount, startAnvil, startPostgres } from "@usance/local-stack";
import { deployRegistry } from "../../../src/cli/dev/deploy-registry.ts";
import type { Hex } from "../../../src/kit/evm-fields.ts";
import { startPostgresProxy } from "../../harness/postgres-proxy.ts";
import { ApiProcess } from "../api-process.ts";
import { environmentOn } from "../environment.ts";

export interface IngestStage {
  readonly processes: readonly ApiProcess[];
  readonly logFiles: readonly string[];
  readonly rpcUrl: string;
  readonly contract: Hex;
  /** The address of Postgres. */
  databaseUrl(): string;
  killPostgres(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A Postgres that keeps every commit, and processes that use it.
 *
 * @param more additional settings of a process; the folder is for its files
 */
export async function setIngestStage(
  processes: number,
  problem: (what: string) => void,
  more: (name: string, folder: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<IngestStage> {
  const folder = await mkdtemp(join(tmpdir(), "usance-soak-"));
  const dataDir = join(folder, "database");
  const start = () => startPostgres({ durable: true, dataDir });
  const [first, anvil] = await Promise.all([start(), startAnvil()]);
  let postgres = first;
  const contract = await deployRegistry(anvil.url, publicDevAccount.privateKey);
  const proxy = await startPostgresProxy(postgres.url); // Postgres restarts at another port
  const names = Array.from({ length: processes }, (_, index) => `process-${index + 1}`);
  const on = { databaseUrl: proxy.url, rpcUrl: anvil.url, contract };
  const environment = { ...environmentOn(on), LOG_LEVEL: "fatal" };
  const logFiles = names.map((name) => join(folder, `${name}.log`));
  return {
    logFiles,
    rpcUrl: anvil.url,
    contract,
    processes: names.map((name, index) => {
      const logFile = logFiles[index] ?? "";
      const own = { ...environment, ...more(name, folder) };
      return new ApiProcess({ name, environment: own, logFile, problem });
    }),
    databaseUrl: () => postgres.url,
    killPostgres: async () => {
      await postgres.kill();
      postgres = await start();
      proxy.redirect(postgres.url);
    },
    stop: async () => {
      proxy.close();
      await Promise.all([postgres.stop(), anvil.stop()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publicDevAccount, startAnvil, startPostgres } from "@usance/local-stack";
import { Client } from "pg";
import { deployRegistry } from "../../src/cli/dev/deploy-registry.ts";
import type { Hex } from "../../src/kit/evm-fields.ts";
import { contradictions } from "../harness/oracle.ts";
import { ApiProcess } from "./api-process.ts";
import type { SoakResult } from "./define-soak.ts";
import { environmentOn } from "./environment.ts";
import { type Random, randomFrom } from "./random.ts";
import type { Counts } from "./report.ts";

/** The stage of a soak: processes on one Postgres and one chain with the contract. */
export interface Stage {
  readonly processes: readonly ApiProcess[];
  /** The addresses of the processes that were started first. */
  readonly urls: readonly string[];
  /** The output of each process. */
  readonly logFiles: readonly string[];
  readonly databaseUrl: string;
  readonly database: Client;
  readonly rpcUrl: string;
  readonly contract: Hex;
  readonly random: Random;
  /** Receives a sentence for each violation. */
  problem(what: string): void;
}

/** A process of the service. */
interface Member {
  readonly name: string;
  /** Its settings besides those of all processes of a soak. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The root of its version's repository; by default this one. */
  readonly root?: string;
  /** Whether the soak itself starts it. */
  readonly waits?: boolean;
}

/** The parts that exist before the callers start. */
export interface Scenery extends Pick<Stage, "databaseUrl" | "rpcUrl" | "contract" | "random"> {
  /** A folder for its own files. */
  readonly folder: string;
}

interface Setting {
  readonly seed: number;
  /** The settings of Postgres. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** The callers. */
  cast(of: Scenery): Promise<readonly Member[]> | readonly Member[];
  /** The service's time, for the final checks; by default the system's. */
  readonly now?: () => Date;
}

/** A number of identical processes. */
export const replicas = (count: number, like: Omit<Member, "name"> = {}, kind = "process") =>
  Array.from({ length: count }, (_, index): Member => ({ ...like, name: `${kind}-${index + 1}` }));

/** Starts everything, runs the soak, compares the ledger with its invariants and the chain, and stops everything. */
export async function onStage(
  setting: Setting,
  play: (stage: Stage) => Promise<Counts>,
): Promise<SoakResult> {
  const begin = performance.now();
  const problems: string[] = [];
  const problem = (what: string) => void problems.push(what);
  const [postgres, anvil, folder] = await Promise.all([
    startPostgres({ durable: false, settings: setting.settings ?? {} }),
    startAnvil(),
    mkdtemp(join(tmpdir(), "usance-soak-")),
  ]);
  const database = new Client({ connectionString: postgres.url });
  const processes: ApiProcess[] = [];
  const logFiles: string[] = [];
  try {
    await database.connect();
    const contract = await deployRegistry(anvil.url, publicDevAccount.privateKey);
    const on = { databaseUrl: postgres.url, rpcUrl: anvil.url, contract };
    const random = randomFrom(setting.seed);
    const cast = await setting.cast({ ...on, folder, random: random.fork() });
    for (const { name, environment, root } of cast) {
      const logFile = join(folder, `${name}.log`);
      logFiles.push(logFile);
      processes.push(
        new ApiProcess({
          name,
          environment: {
            ...environmentOn(on),
            SETTLEMENT_FINALITY: "1", // the chain mines no blocks by itself
            LOG_LEVEL: "warn",
            ...environment,
          },
          logFile,
          problem,
          ...(root !== undefined && { root }),
        }),
      );
    }
    const first = processes.filter((_, index) => cast[index]?.waits !== true);
    for (const process of first) process.start();
    const urls = await Promise.all(first.map((process) => process.up()));
    const stage = { ...on, processes, urls, logFiles, database, random, problem };
    const counts = await play(stage).catch((error: unknown): Counts => {
      problem(`it came to no end: ${error}`); // for example, the process has ended
      return [];
    });
    const now = setting.now?.();
    problems.push(...(await contradictions({ ...on, ...(now && { now }) })));
    const seconds = (performance.now() - begin) / 1_000;
    return {
      problems,
      logFiles,
      counts: [["seed", String(setting.seed)], ...counts, ["wall time", `${seconds.toFixed(0)} s`]],
    };
  } finally {
    await database.end();
    const started = processes.filter((process) => process.wasStarted);
    await Promise.all(started.map((process) => process.end("SIGKILL")));
    await Promise.all([postgres.stop(), anvil.stop()]);
  }
}

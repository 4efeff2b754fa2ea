import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publicDevAccount, startAnvil, startPostgres } from "@usance/local-stack";
import { Client } from "pg";
import { deployRegistry } from "../../src/dev/deploy-registry.ts";
import type { Hex } from "../../src/lib/evm-fields.ts";
import { contradictions } from "../harness/oracle.ts";
import { ApiProcess } from "./api-process.ts";
import type { SoakResult } from "./define-soak.ts";
import { environmentOn } from "./environment.ts";
import { type Random, randomFrom } from "./random.ts";
import type { Counts } from "./report.ts";

/** The stage of a soak: processes on one Postgres and one chain with the contract. */
export interface Stage {
  readonly processes: readonly ApiProcess[];
  /** Where those listen that were started first. */
  readonly urls: readonly string[];
  /** The output of each process. */
  readonly logFiles: readonly string[];
  readonly databaseUrl: string;
  readonly database: Client;
  readonly rpcUrl: string;
  readonly contract: Hex;
  readonly random: Random;
  /** Is told in a sentence of each thing that is not as it must be. */
  problem(what: string): void;
}

/** A process of the service. */
interface Member {
  readonly name: string;
  /** Its environment beside that of all processes of a soak. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The top of its version's repository; this one unless given. */
  readonly root?: string;
  /** Whether the soak itself is to start it. */
  readonly waits?: boolean;
}

/** The parts that exist before the callers start. */
export interface Scenery extends Pick<Stage, "databaseUrl" | "rpcUrl" | "contract" | "random"> {
  /** For files of their own. */
  readonly folder: string;
}

interface Setting {
  readonly seed: number;
  /** Of Postgres. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** Puts the contract on the chain; the newest unless given. */
  readonly deploy?: typeof deployRegistry;
  /** The callers. */
  cast(of: Scenery): Promise<readonly Member[]> | readonly Member[];
  /** The service's time, for what is held against it in the end; the system's unless given. */
  readonly now?: () => Date;
}

/** So many processes that are alike. */
export const replicas = (count: number, like: Omit<Member, "name"> = {}, kind = "process") =>
  Array.from({ length: count }, (_, index): Member => ({ ...like, name: `${kind}-${index + 1}` }));

/**
 * Sets the stage, has the soak played on it, holds the ledger against its invariants and the chain, and
 * clears all away.
 */
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
    const { deploy = deployRegistry } = setting;
    const contract = await deploy(anvil.url, publicDevAccount.privateKey);
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
            SETTLEMENT_FINALITY: "1", // the chain mines no blocks of its own accord
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
      problem(`it came to no end: ${error}`); // the process has ended, for one
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

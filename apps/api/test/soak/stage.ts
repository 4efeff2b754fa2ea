import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publicDevAccount, startAnvil, startPostgres } from "@usance/local-stack";
import { Client, type QueryResultRow } from "pg";
import { deployRegistry } from "../../src/cli/dev/deploy-contracts.ts";
import type { Hex } from "../../src/kit/evm-fields.ts";
import { rpc } from "../harness/chain.ts";
import { contradictions } from "../harness/oracle.ts";
import { testKey as apiKey } from "../harness/service.ts";
import { productionEnvironment } from "../processes/production.ts";
import { ApiProcess } from "./api-process.ts";
import type { Counts, SoakResult } from "./define-soak.ts";
import { addressCanary } from "./faults/faulty-rpc.ts";
import { type MinedChain, mineBlocks } from "./faults/mined-chain.ts";
import { type Random, randomFrom } from "./random.ts";

/** The database of a soak. */
export interface Database {
  /** As the processes reach it. */
  readonly url: string;
  /** Postgres itself, wherever it runs now. */
  directUrl(): string;
  stop(): Promise<void>;
}

/** What exists before the processes start. */
export interface Scenery<Of extends Database = Database> {
  readonly database: Of;
  readonly rpcUrl: string;
  readonly contract: Hex;
  readonly random: Random;
  /** A folder for the soak's own files. */
  readonly folder: string;
}

/** The stage of a soak: processes on one database and one chain with the contract. */
export interface Stage<Of extends Database = Database> extends Scenery<Of> {
  readonly processes: readonly ApiProcess[];
  /** A process that was listening before the soak began, and a key. */
  readonly to: { readonly url: string; readonly key: string };
  /** The output of each process, one file each. */
  readonly logFiles: readonly string[];
  readonly chain: MinedChain;
  /** Runs a query on a connection of its own: the database may be killed before the next one. */
  rows<Row extends QueryResultRow>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
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

interface Setting<Of extends Database> {
  readonly seed: number;
  /** Starts the database. */
  database(folder: string): Promise<Of>;
  /**
   * Whether the chain mines one block per second, as real ones do: between two blocks, transactions wait, are dropped
   * and become too cheap. Otherwise it mines each transaction at once.
   */
  readonly minesBlocks?: boolean;
  /** The processes. */
  members(of: Scenery<Of>): Promise<readonly Member[]> | readonly Member[];
  /** The service's time, for the final checks; by default the system's. */
  readonly now?: () => Date;
}

/** More blocks than any reorganization of a soak removes. */
const finality = 12;

/** A number of processes with the same settings. */
export const replicas = (count: number, environment: Member["environment"] = {}) =>
  Array.from({ length: count }, (_, index): Member => {
    return { name: `process-${index + 1}`, environment };
  });

/** A Postgres that nothing happens to. */
export async function steadyPostgres(): Promise<Database> {
  const { url, stop } = await startPostgres({
    durable: false,
    settings: { max_connections: 300 },
  });
  return { url, directUrl: () => url, stop };
}

/**
 * Starts everything, runs the soak, ends the processes, and checks what every soak promises: each process ends in
 * order, the database agrees with its invariants and the chain, and no log has a secret.
 */
export async function onStage<Of extends Database>(
  setting: Setting<Of>,
  play: (stage: Stage<Of>) => Promise<Counts>,
): Promise<SoakResult> {
  const begin = performance.now();
  const problems: string[] = [];
  const problem = (what: string) => void problems.push(what);
  const folder = await mkdtemp(join(tmpdir(), "usance-soak-"));
  const [database, anvil] = await Promise.all([setting.database(folder), startAnvil()]);
  const stops: (() => Promise<unknown>)[] = [database.stop, anvil.stop];
  const processes: ApiProcess[] = [];
  try {
    const contract = await deployRegistry(anvil.url, publicDevAccount.privateKey);
    const random = randomFrom(setting.seed);
    const scenery = { database, rpcUrl: anvil.url, contract, folder, random };
    const members = await setting.members({ ...scenery, random: random.fork() });
    if (setting.minesBlocks) await rpc({ anvil }, "anvil_mine", [2 * finality]); // the contract is to stay
    const chain = await mineBlocks(anvil, { automatically: setting.minesBlocks !== true });
    stops.push(chain.stop);
    const common = await productionEnvironment(
      { anvil, contract },
      {
        DATABASE_URL: database.url,
        BOOTSTRAP_API_KEY: apiKey,
        RATE_LIMIT: "off",
        LOG_LEVEL: "warn",
      },
    );
    const logFiles = members.map(({ name }) => join(folder, `${name}.log`));
    for (const [index, { environment, root, ...one }] of members.entries()) {
      const own = {
        ...common,
        ...(setting.minesBlocks && { SETTLEMENT_FINALITY: String(finality) }),
        ...environment,
      };
      const options = { ...one, environment: own, logFile: logFiles[index] ?? "", problem };
      processes.push(new ApiProcess({ ...options, ...(root !== undefined && { root }) }));
    }
    // One after the other: the first one installs the job queue.
    for (const [index, process] of processes.entries()) {
      if (members[index]?.waits) continue;
      process.start();
      await process.up();
    }
    const counts = await play({
      ...scenery,
      ...{ processes, logFiles, chain, problem, to: { url: processes[0]?.url ?? "", key: apiKey } },
      rows: (sql, values) => rowsOf(database.directUrl(), sql, values),
    }).catch((error: unknown): Counts => {
      problem(`it came to no end: ${error}`); // for example, a process has ended
      return [];
    });
    for (const process of started(processes)) await process.stop();
    const judged = { databaseUrl: database.directUrl(), rpcUrl: anvil.url, contract };
    const now = setting.now?.();
    problems.push(...(await contradictions({ ...judged, ...(now && { now }) })));
    problems.push(...(await secretsIn(logFiles)));
    const seconds = (performance.now() - begin) / 1_000;
    return {
      problems,
      logFiles,
      counts: [["seed", setting.seed], ...counts, ["wall time", `${seconds.toFixed(0)} s`]],
    };
  } finally {
    await Promise.all(started(processes).map((process) => process.end("SIGKILL")));
    for (const stop of stops.toReversed()) await stop();
  }
}

const started = (processes: readonly ApiProcess[]) =>
  processes.filter((process) => process.wasStarted);

async function rowsOf<Row extends QueryResultRow>(
  connectionString: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(sql, [...values])).rows;
  } finally {
    await client.end();
  }
}

/** No line of a log contains a secret. */
async function secretsIn(logFiles: readonly string[]): Promise<string[]> {
  const secrets = {
    "the signer's key": publicDevAccount.privateKey.slice(2),
    "the API key": apiKey,
    "the RPC address": addressCanary,
  };
  const logs = await Promise.all(logFiles.map((file) => readFile(file, "utf8").catch(() => "")));
  return Object.entries(secrets)
    .filter(([, secret]) => logs.some((log) => log.includes(secret)))
    .map(([what]) => `${what} is in a log`);
}

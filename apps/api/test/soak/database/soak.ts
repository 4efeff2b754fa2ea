import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { publicDevAccount, startAnvil, startPostgres } from "@usance/local-stack";
import { Client } from "pg";
import { deployRegistry } from "../../../src/dev/deploy-registry.ts";
import { contradictions } from "../../harness/oracle.ts";
import { startPostgresProxy } from "../../harness/postgres-proxy.ts";
import { ApiProcess } from "../api-process.ts";
import { type Options, type Soak, type SoakResult, wholeNumber } from "../define-soak.ts";
import { apiKey, environmentOn } from "../environment.ts";
import { type Random, randomFrom } from "../random.ts";
import { listed } from "../report.ts";
import { aPlan, judgeTrade, keepSelling, toldOfTrade } from "../trade.ts";
import { type Disturbed, type FaultName, faults, prepareFullDisk } from "./faults.ts";

const databaseOptions = {
  /** Of each kind. */
  faults: wholeNumber(12, 1, 1_000),
  /** How long one lasts at most, in milliseconds. */
  longest: wholeNumber(90_000, 100, 600_000),
  processes: wholeNumber(2, 1, 20),
  callers: wholeNumber(16, 1, 200),
};

type DatabaseOptions = Options<keyof typeof databaseOptions>;

/** Fewer than the processes would like to have. */
const maxConnections = 60;

/**
 * Sells through processes whose database is cut off, slow, silent, out of connections, read-only and full,
 * and then holds what callers were told against what is there. Each process must live through all of it,
 * and work again by itself.
 */
export async function soakDatabase(options: DatabaseOptions): Promise<SoakResult> {
  const begin = performance.now();
  const problems: string[] = [];
  const problem = (what: string) => void problems.push(what);
  const random = randomFrom(options.seed);
  const stage = await setDatabaseStage(options, problem);
  const database = new Client({ connectionString: stage.databaseUrl });
  // An answer that says so may be that it failed; but there is one, however silent the database is.
  const told = toldOfTrade(problem, (what, how) => {
    if (typeof how === "string") problem(what);
  });
  try {
    await database.connect();
    for (const process of stage.processes) process.start();
    const urls = await Promise.all(stage.processes.map((process) => process.up()));
    const plan = await aPlan({ url: urls[0] ?? "", key: apiKey }, database, told);
    await prepareFullDisk(stage.databaseUrl);

    let isOver = false;
    const callers = Array.from({ length: options.callers }, () => {
      const draws = random.fork();
      const address = () => draws.oneOf(stage.processes).url;
      return keepSelling({ address, key: apiKey, plan, told, random: draws }, () => isOver);
    });
    const names = Object.keys(faults) as FaultName[];
    const happenings = random.shuffled(names.flatMap((name) => Array(options.faults).fill(name)));
    for (const name of happenings) await disturb(stage, name, random.fork(), options.longest);
    isOver = true;
    await Promise.all(callers);

    await Promise.all(urls.map((url) => ready(url)));
    await judgeTrade(database, told);
    problems.push(...(await contradictions(stage)));
    const seconds = (performance.now() - begin) / 1_000;
    return {
      problems,
      logFiles: stage.logFiles,
      counts: [
        ["seed", String(options.seed)],
        ["faults", names.map((name) => `${name} ${options.faults}`).join(", ")],
        ["sold and settled", String(told.made.settlements.size)],
        ["answers", listed(told.answers)],
        ["wall time", `${seconds.toFixed(0)} s`],
      ],
    };
  } finally {
    await database.end();
    await Promise.all(stage.processes.map((process) => process.end("SIGKILL")));
    await stage.stop();
  }
}

export const databaseSoak: Soak<keyof typeof databaseOptions> = {
  name: "database",
  options: databaseOptions,
  run: soakDatabase,
};

/** One fault, most of them short, and some time in which things go well again. */
async function disturb(stage: Disturbed, name: FaultName, random: Random, longestMs: number) {
  const lastsMs = random.chance(0.85) ? random.integer(50, 2_000) : random.integer(50, longestMs);
  await faults[name](stage, random, Math.min(lastsMs, longestMs));
  await sleep(random.integer(100, 1_500));
}

/** Resolves once the process says that nothing is in its way any more. */
async function ready(url: string): Promise<void> {
  while ((await fetch(`${url}/ready`)).status !== 200) await sleep(100);
}

async function setDatabaseStage(options: DatabaseOptions, problem: (what: string) => void) {
  const [postgres, anvil, folder] = await Promise.all([
    startPostgres({ durable: false, settings: { max_connections: maxConnections } }),
    startAnvil(),
    mkdtemp(join(tmpdir(), "usance-soak-")),
  ]);
  const contract = await deployRegistry(anvil.url, publicDevAccount.privateKey);
  const proxy = await startPostgresProxy(postgres.url);
  const environment = {
    ...environmentOn({ databaseUrl: proxy.url, rpcUrl: anvil.url, contract }),
    SETTLEMENT_FINALITY: "1",
    LOG_LEVEL: "warn",
  };
  const names = Array.from({ length: options.processes }, (_, index) => `process-${index + 1}`);
  const logFiles = names.map((name) => join(folder, `${name}.log`));
  return {
    logFiles,
    proxy,
    databaseUrl: postgres.url,
    maxConnections,
    rpcUrl: anvil.url,
    contract,
    processes: names.map((name, index) => {
      const logFile = logFiles[index] ?? "";
      return new ApiProcess({ name, environment, logFile, problem });
    }),
    stop: async () => {
      proxy.close();
      await Promise.all([postgres.stop(), anvil.stop()]);
    },
  };
}

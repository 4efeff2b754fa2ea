import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { publicDevAccount, startAnvil, startPostgres } from "@usance/local-stack";
import { Client } from "pg";
import { deployRegistry } from "../../../src/dev/deploy-registry.ts";
import { contradictions } from "../../harness/oracle.ts";
import { ApiProcess } from "../api-process.ts";
import { type Options, type Soak, type SoakResult, wholeNumber } from "../define-soak.ts";
import { apiKey, environmentOn } from "../environment.ts";
import { randomFrom } from "../random.ts";
import { listed } from "../report.ts";
import { aPlan, judgeTrade, keepSelling, toldOfTrade } from "../trade.ts";
import { balancerOf } from "./balancer.ts";

const stopsOptions = {
  /** SIGTERMs, each to one process, which then starts again. */
  stops: wholeNumber(10, 1, 1_000),
  processes: wholeNumber(2, 2, 20),
  callers: wholeNumber(16, 1, 200),
};

type StopsOptions = Options<keyof typeof stopsOptions>;

/**
 * Stops processes by SIGTERM while callers sell through a balancer that asks each for `/ready`: no request
 * may be cut, refused or answered with a 500.
 */
export async function soakStops(options: StopsOptions): Promise<SoakResult> {
  const begin = performance.now();
  const problems: string[] = [];
  const problem = (what: string) => void problems.push(what);
  const random = randomFrom(options.seed);
  const stage = await setStopsStage(options, problem);
  const database = new Client({ connectionString: stage.databaseUrl });
  const balancer = balancerOf(stage.processes);
  const told = toldOfTrade(problem, problem);
  try {
    await database.connect();
    for (const process of stage.processes) process.start();
    const [url = ""] = await Promise.all(stage.processes.map((process) => process.up()));
    const plan = await aPlan({ url, key: apiKey }, database, told);
    await balancer.allReady();

    let isOver = false;
    const callers = Array.from({ length: options.callers }, () => {
      const draws = random.fork();
      const address = () => balancer.address(draws);
      return keepSelling({ address, key: apiKey, plan, told, random: draws }, () => isOver);
    });
    for (let stop = 0; stop < options.stops; stop += 1) {
      await sleep(random.integer(0, 1_000));
      const process = random.oneOf(stage.processes);
      const how = await process.end("SIGTERM");
      if (how !== 0) problem(`${process.name} ended with ${how} at SIGTERM`);
      process.start();
      await process.up();
      await balancer.allReady();
    }
    isOver = true;
    await Promise.all(callers);

    await judgeTrade(database, told);
    problems.push(...(await contradictions(stage)));
    const seconds = (performance.now() - begin) / 1_000;
    return {
      problems,
      logFiles: stage.logFiles,
      counts: [
        ["seed", String(options.seed)],
        ["SIGTERMs", String(options.stops)],
        ["sold and settled", String(told.made.settlements.size)],
        ["answers", listed(told.answers)],
        ["wall time", `${seconds.toFixed(0)} s`],
      ],
    };
  } finally {
    balancer.stop();
    await database.end();
    await Promise.all(stage.processes.map((process) => process.end("SIGKILL")));
    await stage.stop();
  }
}

export const stopsSoak: Soak<keyof typeof stopsOptions> = {
  name: "stops",
  options: stopsOptions,
  run: soakStops,
};

async function setStopsStage(options: StopsOptions, problem: (what: string) => void) {
  const [postgres, anvil, folder] = await Promise.all([
    startPostgres({ durable: false }),
    startAnvil(),
    mkdtemp(join(tmpdir(), "usance-soak-")),
  ]);
  const contract = await deployRegistry(anvil.url, publicDevAccount.privateKey);
  const environment = {
    ...environmentOn({ databaseUrl: postgres.url, rpcUrl: anvil.url, contract }),
    SETTLEMENT_FINALITY: "1",
    SHUTDOWN_NOTICE_MS: "1500",
    LOG_LEVEL: "warn",
  };
  const names = Array.from({ length: options.processes }, (_, index) => `process-${index + 1}`);
  const logFiles = names.map((name) => join(folder, `${name}.log`));
  return {
    logFiles,
    databaseUrl: postgres.url,
    rpcUrl: anvil.url,
    contract,
    processes: names.map((name, index) => {
      const logFile = logFiles[index] ?? "";
      return new ApiProcess({ name, environment, logFile, problem });
    }),
    stop: async () => {
      await Promise.all([postgres.stop(), anvil.stop()]);
    },
  };
}

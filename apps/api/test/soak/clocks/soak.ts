import { renameSync, writeFileSync } from "node:fs";
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
import { type Random, randomFrom } from "../random.ts";
import { listed } from "../report.ts";
import { aPlan, judgeTrade, keepSelling, toldOfTrade } from "../trade.ts";

const clocksOptions = {
  jumps: wholeNumber(100, 1, 10_000),
  /** On one database, each with a clock of its own. */
  processes: wholeNumber(3, 1, 20),
  callers: wholeNumber(12, 1, 200),
};

type ClocksOptions = Options<keyof typeof clocksOptions>;

const second = 1_000;
const hour = 3_600 * second;
const day = 24 * hour;

/** How far clocks are off after a jump, in milliseconds: mostly as clocks are, at times absurdly. */
const jumps = {
  right: () => 0,
  seconds: (random: Random) => random.integer(-90, 90) * second,
  hours: (random: Random) => random.integer(-26, 26) * hour,
  "a month": (random: Random) => random.integer(-5, 40) * day,
};
const weights = { right: 3, seconds: 4, hours: 3, "a month": 2 } as const;

/**
 * Sells to subscribers of a monthly plan through processes whose clocks jump forward and back and never
 * agree, some while they run and some before they start again, and then holds what callers were told
 * against what is there.
 */
export async function soakClocks(options: ClocksOptions): Promise<SoakResult> {
  const begin = performance.now();
  const problems: string[] = [];
  const problem = (what: string) => void problems.push(what);
  const random = randomFrom(options.seed);
  const stage = await setClocksStage(options, problem);
  const database = new Client({ connectionString: stage.databaseUrl });
  // Nobody is answered by a process that starts again; but none is answered that something went wrong.
  const told = toldOfTrade(problem, (what, how) => {
    if (typeof how === "number") problem(what);
  });
  try {
    await database.connect();
    for (const { process } of stage.clocked) process.start();
    const urls = await Promise.all(stage.clocked.map(({ process }) => process.up()));
    const plan = await aPlan({ url: urls[0] ?? "", key: apiKey }, database, told, {
      pricingType: "FIXED_RECURRING",
      billingInterval: "MONTH",
      amount: "0.625",
    });

    let isOver = false;
    const callers = Array.from({ length: options.callers }, () => {
      const draws = random.fork();
      const address = () => draws.oneOf(stage.clocked).process.url;
      return keepSelling({ address, key: apiKey, plan, told, random: draws }, () => isOver);
    });
    for (let jump = 0; jump < options.jumps; jump += 1) {
      const { process, setOff } = random.oneOf(stage.clocked);
      setOff(jumps[random.weighted(weights)](random));
      if (random.chance(0.3)) await restart(process, problem); // with jobs as of its own time
      await sleep(random.integer(0, 1_000));
    }
    isOver = true;
    await Promise.all(callers);

    await judgeTrade(database, told, ["invoices"]); // renewals make some
    const now = new Date(Date.now() + 41 * day);
    problems.push(...(await contradictions({ ...stage, now })));
    const renewals = await database.query(
      "SELECT count(*) FROM webhook_events WHERE type = 'subscription.renewed'",
    );
    const seconds = (performance.now() - begin) / 1_000;
    return {
      problems,
      logFiles: stage.logFiles,
      counts: [
        ["seed", String(options.seed)],
        ["jumps", String(options.jumps)],
        ["sold and settled", String(told.made.settlements.size)],
        ["renewals", String(renewals.rows[0].count)],
        ["answers", listed(told.answers)],
        ["wall time", `${seconds.toFixed(0)} s`],
      ],
    };
  } finally {
    await database.end();
    await Promise.all(stage.clocked.map(({ process }) => process.end("SIGKILL")));
    await stage.stop();
  }
}

export const clocksSoak: Soak<keyof typeof clocksOptions> = {
  name: "clocks",
  options: clocksOptions,
  run: soakClocks,
};

async function restart(process: ApiProcess, problem: (what: string) => void): Promise<void> {
  const how = await process.end("SIGTERM");
  if (how !== 0) problem(`${process.name} ended with ${how} at SIGTERM`);
  process.start();
  await process.up();
}

async function setClocksStage(options: ClocksOptions, problem: (what: string) => void) {
  const [postgres, anvil, folder] = await Promise.all([
    startPostgres({ durable: false }),
    startAnvil(),
    mkdtemp(join(tmpdir(), "usance-soak-")),
  ]);
  const contract = await deployRegistry(anvil.url, publicDevAccount.privateKey);
  const names = Array.from({ length: options.processes }, (_, index) => `process-${index + 1}`);
  const clocked = names.map((name) => {
    const clockFile = join(folder, `${name}.clock`);
    const setOff = (ms: number) => {
      writeFileSync(`${clockFile}.new`, String(ms));
      renameSync(`${clockFile}.new`, clockFile); // it is never read half-written
    };
    setOff(0);
    const environment = {
      ...environmentOn({ databaseUrl: postgres.url, rpcUrl: anvil.url, contract }),
      SETTLEMENT_FINALITY: "1",
      LOG_LEVEL: "warn",
      SOAK_CLOCK_OFFSET: clockFile,
      NODE_OPTIONS: `--import=${new URL("shifted-date.ts", import.meta.url)}`,
    };
    const logFile = join(folder, `${name}.log`);
    return { setOff, logFile, process: new ApiProcess({ name, environment, logFile, problem }) };
  });
  return {
    clocked,
    logFiles: clocked.map(({ logFile }) => logFile),
    databaseUrl: postgres.url,
    rpcUrl: anvil.url,
    contract,
    stop: async () => {
      await Promise.all([postgres.stop(), anvil.stop()]);
    },
  };
}

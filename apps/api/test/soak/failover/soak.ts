import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { contradictions } from "../../harness/oracle.ts";
import { newSubscriber } from "../../processes/calls.ts";
import type { SoakResult } from "../define-soak.ts";
import { apiKey } from "../environment.ts";
import { keepSending, type ToldOfUsage } from "../ingest/callers.ts";
import { judgeUsage } from "../ingest/judge.ts";
import { type Random, randomFrom } from "../random.ts";
import { brokenPromises, unfinished } from "../settlements/judge.ts";
import { comeToRest } from "../settlements/rest.ts";
import type { FailoverOptions } from "./options.ts";
import { keepSettling } from "./settlers.ts";
import { type FailoverStage, setFailoverStage } from "./stage.ts";

/** The longest time between two faults, and the longest absence of the standby, in milliseconds. */
const longestMs = 4_000;

/**
 * Records usage and settles invoices while the primary is killed and its synchronous standby promoted, and while the
 * standby is away. Then compares what callers were told with the last primary and the chain.
 */
export async function soakFailover(options: FailoverOptions): Promise<SoakResult> {
  const begin = performance.now();
  const problems: string[] = [];
  const problem = (what: string) => void problems.push(what);
  const random = randomFrom(options.seed);
  const stage = await setFailoverStage(problem);
  const { processes } = stage;
  const told: ToldOfUsage = { recorded: new Map(), answers: new Map(), problem };
  const settled = new Map<string, string>();
  try {
    // The first process installs the job queue before the second one starts.
    const urls: string[] = [];
    for (const process of processes) {
      process.start();
      urls.push(await process.up());
    }
    const [url = ""] = urls;
    const to = { url, key: apiKey };
    const subscribers = await Promise.all([1, 2, 3, 4].map(() => newSubscriber(to)));
    const [subscriber] = subscribers;
    if (subscriber === undefined) throw new Error("Four are some.");

    let isOver = false;
    const by = { processes, apiKey, problem };
    const callers = Array.from({ length: options.callers }, () =>
      keepSending({ ...by, subscribers, told, random: random.fork() }, () => isOver),
    );
    const settlers = Array.from({ length: options.settlers }, () =>
      keepSettling({ ...by, subscriber, settled, random: random.fork() }, () => isOver),
    );
    const awayMs = await disturb(stage, options, random.fork());
    isOver = true;
    await Promise.all([...callers, ...settlers]);

    const databaseUrl = stage.databaseUrl();
    const database = new Client({ connectionString: databaseUrl });
    await database.connect();
    await comeToRest(database, problem);
    problems.push(
      ...(await brokenPromises(database, { settled })),
      ...(await unfinished(database)),
    );
    await database.end();
    const counts = await judgeUsage(databaseUrl, told);
    problems.push(...(await contradictions({ ...stage, databaseUrl })));
    const seconds = (performance.now() - begin) / 1_000;
    return {
      problems,
      logFiles: stage.logFiles,
      counts: [
        ["seed", String(options.seed)],
        ["failovers", String(options.failovers)],
        ["losses of the standby", String(options.losses)],
        ["from kill to ready, ms", awayMs.map((ms) => ms.toFixed(0)).join(", ")],
        ...counts,
        ["settled", String(settled.size)],
        ["wall time", `${seconds.toFixed(0)} s`],
      ],
    };
  } finally {
    await Promise.all(processes.map((process) => process.end("SIGKILL")));
    await stage.stop();
  }
}

/** Injects all faults in an order that the seed decides. @returns how long each failover took, in milliseconds */
async function disturb(
  stage: FailoverStage,
  { failovers, losses }: FailoverOptions,
  random: Random,
): Promise<number[]> {
  const troubles = random.shuffled([
    ...Array.from({ length: failovers }, () => "failover" as const),
    ...Array.from({ length: losses }, () => "loss" as const),
  ]);
  const awayMs: number[] = [];
  for (const trouble of troubles) {
    await sleep(random.integer(500, longestMs));
    const begin = performance.now();
    if (trouble === "failover") {
      await stage.failOver();
    } else {
      await stage.stopStandby();
      await sleep(random.integer(0, longestMs));
      await stage.startStandby();
    }
    await Promise.all(stage.processes.map(async (process) => ready(await process.up())));
    if (trouble === "failover") awayMs.push(performance.now() - begin);
  }
  return awayMs;
}

/** Resolves once the process reports that it is ready. */
async function ready(url: string): Promise<void> {
  while ((await fetch(`${url}/ready`)).status !== 200) await sleep(100);
}

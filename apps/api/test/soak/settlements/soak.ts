import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { SoakResult } from "../define-soak.ts";
import { apiKey } from "../environment.ts";
import { randomFrom } from "../random.ts";
import { type Invoice, settleAs, type Told } from "./callers.ts";
import { settlementCounts } from "./counts.ts";
import { judge } from "./judge.ts";
import type { SettlementsOptions } from "./options.ts";
import { prepareInvoices } from "./prepare-invoices.ts";
import { comeToRest } from "./rest.ts";
import { type Stage, setStage } from "./stage.ts";
import { type Happening, timelineOf } from "./timeline.ts";

/** The number of concurrent settlements. */
const maxInFlight = 40;

/**
 * Settles invoices on several processes while they are killed, the chain is reorganized and RPC requests fail. Then
 * compares what was promised with the final state. The seed decides the faults but not their timing, so a seed
 * makes a failure likely, not certain.
 */
export async function soakSettlements(options: SettlementsOptions): Promise<SoakResult> {
  const begin = performance.now();
  const problems: string[] = [];
  const problem = (what: string) => void problems.push(what);
  const random = randomFrom(options.seed);
  const timeline = timelineOf(options, random.fork());
  const stage = await setStage(options, random.fork(), problem);
  const told: Told = { settled: new Map(), answers: new Map(), problem };
  const database = new Client({ connectionString: stage.databaseUrl });
  try {
    for (const process of stage.processes) process.start();
    const [url = ""] = await Promise.all(stage.processes.map((process) => process.up()));
    await database.connect();
    const invoices = await prepareInvoices(url, apiKey, options.settlements);

    await play(stage, timeline, invoices, told);

    for (const proxy of stage.proxies) proxy.heal();
    await Promise.all(stage.processes.map((process) => process.up()));
    await comeToRest(database, problem);
    await endAll(stage, problem);
    problems.push(...(await judge(stage, database, told)));
    const seconds = (performance.now() - begin) / 1_000;
    const counts = await settlementCounts(stage, database, told, options, seconds);
    return { problems, counts, logFiles: stage.logFiles };
  } finally {
    await database.end();
    await Promise.all(stage.processes.map((process) => process.end("SIGKILL")));
    await stage.stop();
  }
}

/** Injects all faults in order. @returns when all callers have their last response */
async function play(
  stage: Stage,
  timeline: ReturnType<typeof timelineOf>,
  invoices: readonly Invoice[],
  told: Told,
): Promise<void> {
  const { processes, chain } = stage;
  const left = [...invoices];
  const callers = new Set<Promise<void>>();

  const happen = async (happening: Happening): Promise<void> => {
    switch (happening.kind) {
      case "settle": {
        const invoice = left.pop();
        if (invoice === undefined) throw new Error("There is an invoice for each settlement.");
        while (callers.size >= maxInFlight) await Promise.race(callers);
        const call = { processes, key: apiKey, told, random: happening.random };
        const caller = settleAs(happening.caller, call, invoice).finally(() => {
          callers.delete(caller);
        });
        callers.add(caller);
        return;
      }
      case "kill":
        return processes[happening.process]?.killAndStart(happening.livesMs);
      case "reorg":
        await chain.reorganize(happening.depth);
        return;
      case "drop":
        await chain.dropWaiting();
        return;
      case "fee":
        await chain.raiseBaseFee(happening.gwei);
        return;
    }
  };

  for (const [pauseMs, happening] of timeline) {
    await sleep(pauseMs);
    await happen(happening);
  }
  await Promise.all(callers);
}

async function endAll({ processes }: Stage, problem: (what: string) => void): Promise<void> {
  for (const process of processes) {
    const how = await process.end("SIGTERM");
    if (how !== 0) problem(`${process.name} ended with ${how} at SIGTERM`);
  }
}

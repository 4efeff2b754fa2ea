import { setTimeout as sleep } from "node:timers/promises";
import { contradictions } from "../../harness/oracle.ts";
import { type Address, call, newSubscriber } from "../../processes/calls.ts";
import { addressOf } from "../api-process.ts";
import type { SoakResult } from "../define-soak.ts";
import { apiKey } from "../environment.ts";
import { killAll } from "../ingest/kill-all.ts";
import { setIngestStage } from "../ingest/stage.ts";
import { randomFrom } from "../random.ts";
import {
  type BalanceCall,
  chargeAll,
  keepCharging,
  keepHolding,
  newKey,
  type Prepaid,
  pauseMs,
  type ToldOfCharges,
} from "./callers.ts";
import { judgeCharges } from "./judge.ts";
import type { BalancesOptions } from "./options.ts";

/**
 * Charges balances through several processes while they and Postgres are killed by SIGKILL, and then compares what
 * callers were told with the ledger. All the while, programs with 1 USDC make a thousand concurrent calls of 0.01
 * USDC; exactly one hundred must be served.
 */
export async function soakBalances(options: BalancesOptions): Promise<SoakResult> {
  const begin = performance.now();
  const problems: string[] = [];
  const problem = (what: string) => void problems.push(what);
  const random = randomFrom(options.seed);
  const stage = await setIngestStage(options.processes, problem);
  const told: ToldOfCharges = {
    served: new Set(),
    refused: new Set(),
    ended: new Map(),
    answers: new Map(),
    problem,
  };
  const by = (): BalanceCall => ({
    processes: stage.processes,
    apiKey,
    told,
    random: random.fork(),
  });
  try {
    for (const process of stage.processes) process.start();
    const [url = ""] = await Promise.all(stage.processes.map((process) => process.up()));
    const to = { url, key: apiKey };
    const rich = await Promise.all([1, 2, 3, 4].map(() => newPrepaid(to, "100000000")));

    let isOver = false;
    const callers = [
      ...Array.from({ length: options.callers }, () => keepCharging(by(), rich, () => isOver)),
      ...Array.from({ length: options.holders }, () => keepHolding(by(), rich, () => isOver)),
    ];
    const programs = keepRunningPrograms(by(), () => isOver);
    await killAll(stage, options, random.fork());
    isOver = true;
    const [runs] = await Promise.all([programs, ...callers]);

    const counts = await judgeCharges(stage.databaseUrl(), told);
    problems.push(...(await contradictions({ ...stage, databaseUrl: stage.databaseUrl() })));
    const seconds = (performance.now() - begin) / 1_000;
    return {
      problems,
      logFiles: stage.logFiles,
      counts: [
        ["seed", String(options.seed)],
        ["kills of API processes", String(options.kills)],
        ["kills of Postgres", String(options.postgresKills)],
        ["programs with 1 USDC", String(runs)],
        ...counts,
        ["wall time", `${seconds.toFixed(0)} s`],
      ],
    };
  } finally {
    await Promise.all(stage.processes.map((process) => process.end("SIGKILL")));
    await stage.stop();
  }
}

async function newPrepaid(to: Address, credit: string): Promise<Prepaid> {
  const subscriber = await newSubscriber(to);
  const { serviceId, userId } = subscriber;
  const created = await call(to, "POST", "/balances", { serviceId, userId });
  const { id: balanceId } = created.body.balance;
  const grant = { amount: credit, reason: "Credit" };
  const granted = await call(to, "POST", `/balances/${balanceId}/grants`, grant);
  if (granted.status !== 201) throw new Error("The balance has no credit.");
  return { ...subscriber, balanceId };
}

/** @returns how many programs have spent their 1 USDC */
async function keepRunningPrograms(by: BalanceCall, isOver: () => boolean): Promise<number> {
  let runs = 0;
  while (!isOver()) {
    const url = addressOf(by.processes, by.random);
    // The process was killed while the program signed up. The program starts again as another one.
    const prepaid =
      url === null ? null : await newPrepaid({ url, key: by.apiKey }, "1").catch(() => null);
    if (prepaid === null) {
      await sleep(pauseMs);
      continue;
    }
    const keys = Array.from({ length: 1_000 }, () => newKey("0.01"));
    await Promise.all(keys.map((key) => chargeAll(by, prepaid, [key])));
    const served = keys.filter((key) => by.told.served.has(key)).length;
    if (served !== 100) by.told.problem(`${prepaid.balanceId} was served ${served} times`);
    runs += 1;
  }
  return runs;
}

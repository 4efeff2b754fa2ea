import { setTimeout as sleep } from "node:timers/promises";
import { type PostgresProxy, startPostgresProxy } from "../../harness/postgres-proxy.ts";
import { newSubscriber } from "../../processes/calls.ts";
import { addressOf } from "../api-process.ts";
import type { SoakResult } from "../define-soak.ts";
import { apiKey } from "../environment.ts";
import type { Random } from "../random.ts";
import type { Counts } from "../report.ts";
import { onStage, replicas, type Scenery, type Stage } from "../stage.ts";
import { aPlan, judgeTrade, startCallers, toldOfTrade, tradeCounts } from "../trade.ts";
import { type Disturbed, type FaultName, faults, prepareFullDisk } from "./faults.ts";
import type { DatabaseOptions } from "./options.ts";

/** Fewer connections than the processes want. */
const maxConnections = 60;

/**
 * Sells through processes whose database is cut off, slow, silent, out of connections, read-only and full. Then
 * compares what callers were told with the stored records. Each process must survive all faults, and recover by
 * itself.
 */
export async function soakDatabase(options: DatabaseOptions): Promise<SoakResult> {
  let proxy: PostgresProxy | undefined;
  const setting = {
    seed: options.seed,
    settings: { max_connections: maxConnections },
    cast: async ({ databaseUrl }: Scenery) => {
      proxy = await startPostgresProxy(databaseUrl);
      return replicas(options.processes, { environment: { DATABASE_URL: proxy.url } });
    },
  };
  try {
    return await onStage(setting, async (stage) => {
      if (proxy === undefined) throw new Error("There is a proxy before there is a stage.");
      return play({ ...stage, proxy, maxConnections }, options);
    });
  } finally {
    proxy?.close();
  }
}

async function play(stage: Stage & Disturbed, options: DatabaseOptions): Promise<Counts> {
  const { database, databaseUrl, processes, problem, random, urls } = stage;
  // The response may be an error, but there must be one, however long the database is silent.
  const told = toldOfTrade(problem, (what, how) => {
    if (typeof how === "string") problem(what);
  });
  const to = { url: urls[0] ?? "", key: apiKey };
  const plan = await aPlan(database, told, () => newSubscriber(to));
  await prepareFullDisk(databaseUrl);
  const callers = startCallers(options.callers, random, (draws) => ({
    address: () => addressOf(processes, draws),
    plan,
    told,
  }));
  const names = Object.keys(faults) as FaultName[];
  const happenings = random.shuffled(names.flatMap((name) => Array(options.faults).fill(name)));
  for (const name of happenings) await disturb(stage, name, random.fork(), options.longest);
  await callers.stop();
  await Promise.all(urls.map((url) => ready(url)));
  await judgeTrade(database, told);
  return [
    ["faults", names.map((name) => `${name} ${options.faults}`).join(", ")],
    ...tradeCounts(told),
  ];
}

/** One fault, usually short, and then some time without a fault. */
async function disturb(stage: Disturbed, name: FaultName, random: Random, longestMs: number) {
  const lastsMs = random.chance(0.85) ? random.integer(50, 2_000) : random.integer(50, longestMs);
  await faults[name](stage, random, Math.min(lastsMs, longestMs));
  await sleep(random.integer(100, 1_500));
}

/** Resolves once the process reports that it is ready. */
async function ready(url: string): Promise<void> {
  while ((await fetch(`${url}/ready`)).status !== 200) await sleep(100);
}

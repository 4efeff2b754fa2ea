import { deployRegistry } from "../../../src/dev/deploy-registry.ts";
import { restDoor } from "../../harness/doors.ts";
import { Story } from "../../harness/story.ts";
import { thisVersion, type Version, versionOf, versionWith } from "../../harness/versions.ts";
import type { Subscriber } from "../../processes/calls.ts";
import { addressOf } from "../api-process.ts";
import type { SoakResult } from "../define-soak.ts";
import type { Random } from "../random.ts";
import type { Counts } from "../report.ts";
import { unfinished } from "../settlements/judge.ts";
import { comeToRest } from "../settlements/rest.ts";
import { onStage, replicas, type Scenery, type Stage } from "../stage.ts";
import { aPlan, judgeTrade, startCallers, toldOfTrade, tradeCounts } from "../trade.ts";
import { nextMigrations } from "./next-migrations.ts";
import type { VersionsOptions } from "./options.ts";
import { upgrade } from "./upgrade.ts";

/**
 * Upgrades a service under load, process by process, and then compares what callers were told with the final state.
 * No request that reaches a process may fail because of the upgrade.
 */
export async function soakVersions(options: VersionsOptions): Promise<SoakResult> {
  const versions: Version[] = [];
  const setting = {
    seed: options.seed,
    settings: { max_connections: 300 },
    deploy: deployRegistry,
    cast: async ({ random }: Scenery) => {
      const [old, next] = await bothVersions(options.from, random);
      versions.push(old, next);
      return [
        ...replicas(options.processes, { root: old.root }, "old"),
        ...replicas(options.processes, { root: next.root, waits: true }, "next"),
      ];
    },
  };
  try {
    return await onStage(setting, (stage) => play(stage, options));
  } finally {
    for (const version of versions) await version.remove();
  }
}

/** A commit and the current code, or the current code without and with more migrations. */
async function bothVersions(from: string | null, random: Random): Promise<[Version, Version]> {
  return from === null
    ? [thisVersion, await versionWith(nextMigrations(random))]
    : [await versionOf(from), thisVersion];
}

async function play(stage: Stage, options: VersionsOptions): Promise<Counts> {
  const { database, processes, problem, random, urls } = stage;
  // The only change is that processes are replaced, so none of them has a reason to fail.
  const told = toldOfTrade(problem, (what, how) => {
    if (typeof how === "number") problem(what);
  });
  const plan = await aPlan(database, told, () => aSubscriber(urls[0] ?? ""));
  const callers = startCallers(options.callers, random, (draws) => ({
    address: () => addressOf(processes, draws),
    plan,
    told,
  }));
  const [old, next] = [processes.slice(0, options.processes), processes.slice(options.processes)];
  const cast = { ...stage, old, next };
  await upgrade(cast, options, random.fork()).catch((error: unknown) => {
    problem(`the upgrade did not come to its end: ${error}`);
  });
  await callers.stop();
  await comeToRest(database, problem);
  for (const what of await unfinished(database)) problem(what);
  await judgeTrade(database, told);
  const from = options.from ?? "what stands here, to it with more migrations";
  return [["from", from], ...tradeCounts(told)];
}

/** The old version's response need not match today's document. */
async function aSubscriber(url: string): Promise<Subscriber> {
  const { id: subscriptionId, ...of } = await new Story(restDoor, () => ({ url })).aSubscription();
  return { ...of, subscriptionId };
}

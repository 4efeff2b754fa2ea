import { restDoor } from "../../harness/doors.ts";
import { Story } from "../../harness/story.ts";
import type { Subscriber } from "../../processes/calls.ts";
import { addressOf } from "../api-process.ts";
import type { SoakResult } from "../define-soak.ts";
import type { Counts } from "../report.ts";
import { unfinished } from "../settlements/judge.ts";
import { comeToRest } from "../settlements/rest.ts";
import { onStage, replicas, type Scenery, type Stage } from "../stage.ts";
import { aPlan, judgeTrade, startCallers, toldOfTrade, tradeCounts } from "../trade.ts";
import { nextMigrations } from "./next-migrations.ts";
import { versionWith } from "./next-version.ts";
import type { VersionsOptions } from "./options.ts";
import { upgrade } from "./upgrade.ts";

/**
 * Upgrades a service under load, process by process, to a made-up release with more migrations, and then compares what
 * callers were told with the final state. No request that reaches a process may fail because of the upgrade.
 */
export async function soakVersions(options: VersionsOptions): Promise<SoakResult> {
  let removeNext = async () => {};
  const setting = {
    seed: options.seed,
    settings: { max_connections: 300 },
    cast: async ({ random }: Scenery) => {
      const { root, remove } = await versionWith(nextMigrations(random));
      removeNext = remove;
      return [
        ...replicas(options.processes, {}, "old"),
        ...replicas(options.processes, { root, waits: true }, "next"),
      ];
    },
  };
  try {
    return await onStage(setting, (stage) => play(stage, options));
  } finally {
    await removeNext();
  }
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
  return tradeCounts(told);
}

async function aSubscriber(url: string): Promise<Subscriber> {
  const { id: subscriptionId, ...of } = await new Story(restDoor, () => ({ url })).aSubscription();
  return { ...of, subscriptionId };
}

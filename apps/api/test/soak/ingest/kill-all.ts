import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import type { IngestOptions } from "./options.ts";
import type { IngestStage } from "./stage.ts";

/** The longest time between two kills, in milliseconds. */
const longestLifeMs = 1_500;

/** Performs all kills, one at a time, in an order that the seed decides. */
export async function killAll(
  stage: IngestStage,
  options: Pick<IngestOptions, "kills" | "postgresKills">,
  random: Random,
): Promise<void> {
  const victims = random.shuffled([
    ...Array.from({ length: options.kills }, () => "process" as const),
    ...Array.from({ length: options.postgresKills }, () => "postgres" as const),
  ]);
  for (const victim of victims) {
    const livesMs = random.integer(0, longestLifeMs);
    if (victim === "process") {
      await random.oneOf(stage.processes).killAndStart(livesMs);
    } else {
      // A process that starts without a database ends, as intended.
      await Promise.all(stage.processes.map((process) => process.up()));
      await sleep(livesMs);
      await stage.killPostgres();
    }
  }
  await Promise.all(stage.processes.map((process) => process.up()));
}

import { setTimeout as sleep } from "node:timers/promises";
import type { Random } from "../random.ts";
import type { Stage } from "../stage.ts";

/** A kind of fault: how often it happens, and what happens. */
interface Fault {
  readonly times: number;
  happen(random: Random): unknown;
}

interface Timing {
  readonly random: Random;
  /** The longest pause before a fault, in milliseconds. */
  readonly longestPauseMs: number;
  /** Ends the faults early. */
  readonly ended?: AbortSignal;
}

/**
 * Lets faults happen one at a time, with pauses, in an order that the seed decides. Then all processes listen again.
 * The seed decides the faults but not their timing, so a seed makes a failure likely, not certain.
 *
 * @returns how many happened
 */
export async function inject(
  { processes }: Pick<Stage, "processes">,
  faults: Readonly<Record<string, Fault>>,
  { random, longestPauseMs, ended }: Timing,
): Promise<number> {
  const all = Object.values(faults).flatMap((fault) =>
    Array.from({ length: fault.times }, () => fault),
  );
  let count = 0;
  for (const fault of random.shuffled(all)) {
    const pauseMs = random.integer(0, longestPauseMs);
    const own = random.fork();
    if (ended?.aborted) break;
    await sleep(pauseMs);
    await fault.happen(own);
    count += 1;
  }
  await Promise.all(
    processes.filter((process) => process.wasStarted).map((process) => process.up()),
  );
  return count;
}

/** Kills of processes by SIGKILL, after they have listened for some time. @param longestLifeMs in milliseconds */
export const kills = (
  { processes }: Pick<Stage, "processes">,
  times: number,
  longestLifeMs: number,
): Fault => ({
  times,
  happen: (random) => random.oneOf(processes).killAndStart(random.integer(0, longestLifeMs)),
});

import { setTimeout as sleep } from "node:timers/promises";
import { findAdvancing, findClocksInUse } from "../../catalog/test-clocks/store.ts";
import { within } from "../../kit/time-limit.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { type RunClockParts, runTestClock } from "../time/run-test-clock.ts";
import { expireAtTestClock, workAtTestClock } from "../time/work-at-test-clock.ts";

/** The pause between two rounds, in milliseconds. */
const pauseMs = 1_000;
/** How long shutdown waits for the current round, in milliseconds. */
const stopMs = 10_000;

export type TestClockParts = RunClockParts & Pick<Parts, "times">;

/**
 * Continues clocks whose advance took longer than its call, or whose process was killed. Every process runs this where test
 * clocks are allowed.
 *
 * @returns a function that stops it
 */
export function startTestClockRunner(parts: TestClockParts): () => Promise<void> {
  if (!parts.times.areTestClocksAllowed) return async () => {};
  const stopped = new AbortController();
  const { signal } = stopped;
  const rounds = async () => {
    while (!signal.aborted) {
      try {
        for (const id of await findAdvancing(parts.db)) await runTestClock(parts, id, signal);
      } catch (error) {
        parts.log.error({ err: error }, "test clock not advanced");
      }
      await sleep(pauseMs, undefined, { signal }).catch(() => undefined); // aborted by a stop
    }
  };
  const running = rounds();
  return async () => {
    stopped.abort();
    await within(stopMs, running);
  };
}

/** Job: does what is due at the times of test clocks that stand still, for example after usage made a balance low. */
export async function workAtTestClocks(parts: TestClockParts): Promise<void> {
  if (!parts.times.areTestClocksAllowed) return;
  for (const testClock of await findClocksInUse(parts.db)) {
    if (testClock.status !== "READY") continue;
    await workAtTestClock(parts, testClock);
    await expireAtTestClock(parts, testClock);
  }
}

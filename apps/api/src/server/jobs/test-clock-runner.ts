import { findAdvancing, findClocksInUse } from "../../catalog/test-clocks/store.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { type RunClockParts, runTestClock } from "../time/run-test-clock.ts";
import { expireAtTestClock, workAtTestClock } from "../time/work-at-test-clock.ts";
import { startRounds } from "./rounds.ts";

/** The pause between two rounds, in milliseconds. */
const pauseMs = 1_000;

export type TestClockParts = RunClockParts & Pick<Parts, "times" | "watch">;

/**
 * Continues clocks whose advance took longer than its call, or whose process was killed. Every process runs this where test
 * clocks are allowed.
 *
 * @returns a function that stops it
 */
export function startTestClockRunner(parts: TestClockParts): () => Promise<void> {
  if (!parts.times.areTestClocksAllowed) return async () => {};
  return startRounds(parts, {
    name: "advance-test-clocks",
    run: async ({ signal }) => {
      for (const id of await findAdvancing(parts.db)) await runTestClock(parts, id, signal);
      return "done";
    },
    failed: "test clock not advanced",
    pauseMs: () => pauseMs,
  });
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

import { setTimeout as sleep } from "node:timers/promises";
import { startAdvance } from "../../catalog/test-clocks/store.ts";
import { loadTestClock, requireTestChain } from "../../catalog/test-clocks/test-clocks.ts";
import type { TestClock } from "../../db/generated/client.ts";
import { Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import type { Writing } from "../../operation/work.ts";
import {
  OneTestClock,
  TestClockId,
  testClockNotFound,
  testClocksNotOnThisChain,
  timeOfClock,
} from "../../schemas/test-clocks.ts";
import { runTestClock } from "./run-test-clock.ts";

/** How long a call waits for the clock to arrive, in milliseconds. */
const waitMs = 20_000;
/** The pause before it looks again whether another process has advanced the clock, in milliseconds. */
const pauseMs = 200;
const maxYears = 2;

const testClockAdvancing: RefusalTerms = {
  kind: "conflict",
  code: "test_clock_advancing",
  message: "Test clock is ADVANCING.",
  meaning: "An earlier call is advancing the clock, which has not arrived yet.",
  remedy: "Wait until the clock is `READY`: read it again, or receive `test_clock.ready`.",
};

const testClockNeverBack: RefusalTerms = {
  kind: "conflict",
  code: "test_clock_not_forwards",
  param: "to",
  message: "to must be later than the clock's now.",
  meaning: "A test clock only moves forward.",
  remedy: "Send a later time, or create another clock.",
};

const testClockTooFar: RefusalTerms = {
  kind: "conflict",
  code: "test_clock_too_far",
  param: "to",
  message: "to must be at most two years after the clock's now.",
  meaning: "One call advances a test clock by at most two years.",
  remedy: "Advance the clock several times.",
};

const TestClockAdvance = TestClockId.extend({
  to: timeOfClock().meta({
    description: "The time to advance to: later than `now`, and at most two years later",
    example: "2027-02-01T00:00:00.000Z",
  }),
});

export const advanceTestClock = write("POST /test-clocks/{testClockId}/advance", {
  name: "testClocks.advance",
  summary: "Advance a test clock",
  description:
    "Moves the clock to `to`, and does everything that comes due on the way, each at its own time and in order: renewals, collections under spending caps and their retries, automatic top-ups, and the expiry of invoices, checkout sessions, credit and holds. It waits for payments on the chain before it goes on. The answer is the `READY` clock; after 20 seconds, the `ADVANCING` clock as far as it has come. Then read it until it is `READY`, or receive `test_clock.ready`.",
  refusals: {
    testClockNotFound,
    testClockAdvancing,
    testClockNeverBack,
    testClockTooFar,
    testClocksNotOnThisChain: testClocksNotOnThisChain(8453),
  },
  input: TestClockAdvance,
  output: OneTestClock,
  transaction: "own", // the clock is advanced in many transactions
  run: async (work, { testClockId, to }) => {
    await work.commit(async (inside) => ({ testClock: await start(inside, testClockId, to) }));
    const signal = AbortSignal.timeout(waitMs);
    for (;;) {
      await runTestClock(work, testClockId, signal); // returns at once if another process advances it
      const testClock = await loadTestClock(work, testClockId);
      if (testClock.status === "READY" || signal.aborted) return { testClock };
      await sleep(pauseMs);
    }
  },
});

type StartParts = Pick<Writing, "tx" | "db" | "tenant" | "clock" | "times" | "chain">;

async function start(work: StartParts, id: string, to: Date): Promise<TestClock> {
  requireTestChain(work);
  const before = await loadTestClock(work, id);
  if (before.status === "ADVANCING") throw new Refusal(testClockAdvancing);
  if (to <= before.now) throw new Refusal(testClockNeverBack);
  if (to > yearsAfter(before.now, maxYears)) throw new Refusal(testClockTooFar);
  // Fails when another call was quicker.
  if (!(await startAdvance(work.tx, id, to, work.clock.now()))) {
    throw new Refusal(testClockAdvancing);
  }
  return loadTestClock(work, id);
}

function yearsAfter(time: Date, years: number): Date {
  const after = new Date(time);
  after.setUTCFullYear(after.getUTCFullYear() + years);
  return after;
}

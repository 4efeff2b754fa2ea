import { setTimeout as sleep } from "node:timers/promises";
import type { UsanceClient } from "@usance/sdk";

/** The pause before a clock on its way is read again, in milliseconds. */
const pauseMs = 200;

/**
 * Advances a test clock, and waits until it has arrived. A clock that is there already, because an interrupted run had
 * advanced it, stays.
 *
 * @throws UsanceError
 */
export async function advanceTo(
  { testClocks }: UsanceClient,
  testClockId: string,
  to: Date,
): Promise<void> {
  let clock = await testClocks.get({ testClockId });
  if (clock.status === "READY" && new Date(clock.now) < to) {
    clock = await testClocks.advance({ testClockId, to: to.toISOString() });
  }
  while (clock.status === "ADVANCING") {
    await sleep(pauseMs);
    clock = await testClocks.get({ testClockId });
  }
}

import { newId } from "../../kit/ids.ts";
import { Refusal } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import type { Writing } from "../../operation/work.ts";
import { NewTestClock, OneTestClock, testClocksNotOnThisChain } from "../../schemas/test-clocks.ts";
import { insertTestClock } from "./store.ts";

export const createTestClock = write("POST /test-clocks", {
  name: "testClocks.create",
  summary: "Create a test clock",
  description:
    "A test clock stands at `now` until you advance it. Create a service with the clock's id as `testClockId`: the service and all its records then have the clock's time. Test clocks exist only on local chains and testnets.",
  status: 201,
  refusals: { testClocksNotOnThisChain: testClocksNotOnThisChain(8453) },
  input: NewTestClock,
  output: OneTestClock,
  run: async (work, { name, now: stands }) => {
    requireTestChain(work);
    const { tx, tenant, now } = work;
    const testClock = await insertTestClock(tx, {
      id: newId(),
      ownerId: tenant,
      name: name ?? null,
      status: "READY",
      now: stands,
      createdAt: now,
      updatedAt: now,
    });
    return { testClock };
  },
});

/** @throws Refusal 409 on a chain with real money */
export function requireTestChain({ times, chain }: Pick<Writing, "times" | "chain">): void {
  if (!times.areTestClocksAllowed) throw new Refusal(testClocksNotOnThisChain(chain.chainId));
}

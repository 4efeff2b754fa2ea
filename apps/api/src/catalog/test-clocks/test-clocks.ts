import type { TestClock as TestClockRow } from "../../db/generated/client.ts";
import { optionalName, request } from "../../kit/fields.ts";
import { newId } from "../../kit/ids.ts";
import { page, pageOf } from "../../kit/lists.ts";
import { orRefuse, Refusal } from "../../kit/refusal.ts";
import { read, write } from "../../operation/define.ts";
import type { Owned } from "../../operation/ports/parts.ts";
import type { Writing } from "../../operation/work.ts";
import {
  OneTestClock,
  TestClock,
  TestClockId,
  testClockNotFound,
  testClocksNotOnThisChain,
  timeOfClock,
} from "../../schemas/test-clocks.ts";
import { findTestClock, findTestClocks, insertTestClock } from "./store.ts";

const NewTestClock = request({
  now: timeOfClock().meta({
    description: "The time at which the clock stands until it is advanced",
    example: "2027-01-01T00:00:00.000Z",
  }),
  name: optionalName(200).meta({
    description: "Name of the clock",
    example: "A year of renewals",
  }),
});

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

export const getTestClock = read("GET /test-clocks/{testClockId}", {
  name: "testClocks.get",
  summary: "Get a test clock",
  description: "While the clock is `ADVANCING`, `now` shows how far it has come.",
  refusals: { testClockNotFound },
  input: TestClockId,
  output: OneTestClock,
  run: async (work, { testClockId }) => ({ testClock: await loadTestClock(work, testClockId) }),
});

/** @throws Refusal 404 when the tenant has no such clock */
export async function loadTestClock({ db, tenant }: Owned, id: string): Promise<TestClockRow> {
  return orRefuse(await findTestClock(db, id, tenant), testClockNotFound);
}

export const listTestClocks = read("GET /test-clocks", {
  name: "testClocks.list",
  summary: "List test clocks, newest first",
  description: "Returns one page of your clocks.",
  input: request({ ...page("test-clocks") }).prefault({}),
  output: pageOf("testClocks", TestClock, "test-clocks"),
  run: async ({ db, tenant }, query) => {
    const { rows, next } = await findTestClocks(db, tenant, query);
    return { testClocks: rows, nextCursor: next };
  },
});

import type { TestClock } from "../../db/generated/client.ts";
import { Refusal } from "../../kit/refusal.ts";
import { read } from "../../operation/define.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import {
  OneTestClock,
  referencedTestClockNotFound,
  TestClockId,
  testClockNotFound,
} from "../../schemas/test-clocks.ts";
import { findTestClock } from "./store.ts";

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
export async function loadTestClock(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<TestClock> {
  const testClock = await findTestClock(db, id, tenant);
  if (testClock === null) throw new Refusal(testClockNotFound);
  return testClock;
}

/** The clock that another input names. @throws Refusal 404 when the tenant has no such clock */
export async function getReferencedTestClock(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<TestClock> {
  const testClock = await findTestClock(db, id, tenant);
  if (testClock === null) throw new Refusal(referencedTestClockNotFound);
  return testClock;
}

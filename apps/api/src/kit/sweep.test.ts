import { expect, it } from "vitest";
import { type DueRecord, sweep } from "./time-limit.ts";

/** Records that are due, and that a page of two at a time shows until they are done. */
function dueRecords(ids: readonly string[], isStuck: (id: string) => boolean) {
  const done: string[] = [];
  const failures: string[] = [];
  const places = ids.map((id, i) => ({ id, dueAt: new Date(i) }));
  const findDue = async (after: DueRecord | null) =>
    places
      .filter(({ id, dueAt }) => !done.includes(id) && (after === null || dueAt > after.dueAt))
      .slice(0, 2);
  const act = async (id: string) => {
    if (isStuck(id)) throw new Error(`${id} is stuck`);
    done.push(id);
  };
  return { done, failures, run: () => sweep(findDue, act, (_, id) => failures.push(id)) };
}

it("processes every due record across all pages", async () => {
  const due = dueRecords(["a", "b", "c", "d", "e"], () => false);
  await due.run();
  expect(due.done).toEqual(["a", "b", "c", "d", "e"]);
});

it("continues after a page of failing records", async () => {
  const due = dueRecords(["a", "b", "c", "d"], (id) => id < "c");
  await due.run();
  expect(due.done).toEqual(["c", "d"]);
});

it("reports each failure once across all pages", async () => {
  const due = dueRecords(["a", "b", "c", "d", "e", "f"], (id) => id === "b");
  await due.run();
  expect(due.failures).toEqual(["b"]);
  expect(due.done).toEqual(["a", "c", "d", "e", "f"]);
});

it("retries failed records in the next sweep", async () => {
  const due = dueRecords(["a"], () => true);
  await due.run();
  await due.run();
  expect(due.failures).toEqual(["a", "a"]);
});

import { expect, it } from "vitest";
import { type DueRecord, sweep } from "./sweep.ts";

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

it("acts on every record that is due, however many pages they fill", async () => {
  const due = dueRecords(["a", "b", "c", "d", "e"], () => false);
  await due.run();
  expect(due.done).toEqual(["a", "b", "c", "d", "e"]);
});

it("goes on behind a page on which every record fails", async () => {
  const due = dueRecords(["a", "b", "c", "d"], (id) => id < "c");
  await due.run();
  expect(due.done).toEqual(["c", "d"]);
});

it("reports a failure once, however many pages follow", async () => {
  const due = dueRecords(["a", "b", "c", "d", "e", "f"], (id) => id === "b");
  await due.run();
  expect(due.failures).toEqual(["b"]);
  expect(due.done).toEqual(["a", "c", "d", "e", "f"]);
});

it("tries what failed again in the next sweep", async () => {
  const due = dueRecords(["a"], () => true);
  await due.run();
  await due.run();
  expect(due.failures).toEqual(["a", "a"]);
});

import fc from "fast-check";
import { expect, it } from "vitest";
import { batchedCount } from "./batched-count.ts";

/** A counter whose counts end when the test says so. */
function counter() {
  const counts = new Map<string, number>();
  const underWay: (() => void)[] = [];
  const asked: [string, number][] = [];
  const count = async (name: string, calls: number) => {
    asked.push([name, calls]);
    await new Promise<void>((resolve) => underWay.push(resolve));
    const sum = (counts.get(name) ?? 0) + calls;
    counts.set(name, sum);
    return sum;
  };
  const endOne = async () => {
    underWay.shift()?.();
    await new Promise(setImmediate);
  };
  return { count, asked, endOne, isBusy: () => underWay.length > 0 };
}

it("gives each caller the count that it would get alone, in the order of arrival", async () => {
  const step = fc.oneof(
    fc.record({ name: fc.constantFrom("a", "b"), calls: fc.integer({ min: 1, max: 9 }) }),
    fc.constant("end" as const),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { count, endOne, isBusy } = counter();
      const add = batchedCount(count);
      const sums = new Map<string, number>();
      const expected: number[] = [];
      const answers: Promise<number>[] = [];
      for (const one of steps) {
        if (one === "end") await endOne();
        else {
          const sum = (sums.get(one.name) ?? 0) + one.calls;
          sums.set(one.name, sum);
          expected.push(sum);
          answers.push(add(one.name, one.calls).then(({ count: last, after }) => last - after));
        }
      }
      while (isBusy()) await endOne();
      expect(await Promise.all(answers)).toEqual(expected);
    }),
  );
});

it("counts what arrives during a count with one more, and other names at once", async () => {
  const { count, asked, endOne, isBusy } = counter();
  const add = batchedCount(count);

  const all = [add("a", 1), add("a", 2), add("b", 5), add("a", 3)];
  while (isBusy()) await endOne();

  expect(asked).toEqual([
    ["a", 1],
    ["b", 5],
    ["a", 5],
  ]);
  expect(await Promise.all(all)).toEqual([
    { count: 1, after: 0 },
    { count: 6, after: 3 },
    { count: 5, after: 0 },
    { count: 6, after: 0 },
  ]);
});

it("fails those who wait with the count that fails, and counts again after it", async () => {
  let isBroken = true;
  const add = batchedCount(async (_: string, calls: number) => {
    await new Promise(setImmediate);
    if (isBroken) throw new Error("broken");
    return calls;
  });

  const failed = await Promise.allSettled([add("a", 1), add("a", 2)]);
  isBroken = false;

  expect(failed).toMatchObject([{ status: "rejected" }, { status: "rejected" }]);
  expect(await add("a", 3)).toEqual({ count: 3, after: 0 });
});

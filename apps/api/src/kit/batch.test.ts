import { describe, expect, it } from "vitest";
import { batched, TooManyWaiting } from "./batch.ts";

const usual = { max: 3, maxWaiting: 100, isOfOne: () => true };

it("batches items of one event loop turn, and items that arrive during a batch", async () => {
  const batches: number[][] = [];
  const { one: double } = batched(async (items: readonly number[]) => {
    batches.push([...items]);
    return items.map((item) => 2 * item);
  }, usual);

  const results = await Promise.all([1, 2, 3, 4, 5, 6].map(double));

  expect(results).toEqual([2, 4, 6, 8, 10, 12]);
  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5, 6],
  ]);
});

it("starts the next batch before it delivers the results of the last one", async () => {
  const seen: string[] = [];
  const { one: work } = batched(async (items: readonly string[]) => {
    seen.push(`begins ${items.join()}`);
    return items;
  }, usual);

  const have = async (item: string) => seen.push(`has ${await work(item)}`);
  await Promise.all(["a", "b", "c", "d"].map(have));

  expect(seen).toEqual(["begins a,b,c", "begins d", "has a", "has b", "has c", "has d"]);
});

it("has fewer items in a batch after one with large results", async () => {
  const batches: number[] = [];
  const { one: work } = batched(
    async (items: readonly number[]) => {
      batches.push(items.length);
      return items;
    },
    { ...usual, max: 8, results: { sizeOf: Number, max: 100 } },
  );

  const items = [...Array.from({ length: 8 }, () => 50), ...Array.from({ length: 20 }, () => 10)];
  await Promise.all(items.map(work));

  expect(batches).toEqual([8, 2, 8, 8, 2]);
});

it("fails only the item that causes the error", async () => {
  const done: string[] = [];
  const { one: work } = batched(
    async (items: readonly string[]) => {
      if (items.includes("bad")) throw new Error("no");
      done.push(...items);
      return items;
    },
    { ...usual, max: 8 },
  );

  const ends = await Promise.allSettled(["first", "a", "b", "bad", "c", "d"].map(work));

  expect(ends.map(({ status }) => status === "fulfilled")).toEqual([
    ...[true, true, true],
    ...[false, true, true],
  ]);
  expect(done.sort()).toEqual(["a", "b", "c", "d", "first"]);
});

it("does not split a batch for an error that no single item caused", async () => {
  let tries = 0;
  const { one: work } = batched(
    async () => {
      tries += 1;
      throw new Error("lost the connection");
    },
    { ...usual, isOfOne: () => false },
  );

  const ends = await Promise.allSettled([1, 2, 3].map(work));

  expect(ends.map(({ status }) => status)).toEqual(Array(3).fill("rejected"));
  expect(tries).toBe(1);
});

it("refuses new items if too many wait, and still completes the waiting ones", async () => {
  const open = Promise.withResolvers<void>();
  const { one: work } = batched(
    async (items: readonly number[]) => {
      await open.promise;
      return items;
    },
    { ...usual, maxWaiting: 2 },
  );
  const first = work(1);
  await Promise.resolve();
  const held = [first, work(2), work(3)];

  await expect(work(4)).rejects.toThrow(TooManyWaiting);

  open.resolve();
  expect(await Promise.all(held)).toEqual([1, 2, 3]);
  expect(await work(5)).toBe(5);
});

it("starts a second batch when enough items wait, but no third", async () => {
  const batches: { readonly items: readonly number[]; readonly end: () => void }[] = [];
  const { one: work } = batched(
    (items: readonly number[]) =>
      new Promise<readonly number[]>((resolve) => {
        batches.push({ items, end: () => resolve(items) });
      }),
    { ...usual, enoughForSecond: 2 },
  );
  const sizes = () => batches.map(({ items }) => items.length);
  const tick = () => new Promise((resolve) => setImmediate(resolve));

  const all = [work(1)];
  await tick();
  all.push(work(2));
  await tick();
  expect(sizes()).toEqual([1]);
  all.push(work(3));
  await tick();
  expect(sizes()).toEqual([1, 2]);
  all.push(...[4, 5, 6, 7].map(work));
  await tick();
  expect(sizes()).toEqual([1, 2]);
  batches[1]?.end();
  await tick();
  expect(sizes()).toEqual([1, 2, 3]);
  batches[0]?.end();
  await tick();
  expect(sizes()).toEqual([1, 2, 3]); // one waits, which is not enough beside another
  batches[2]?.end();
  await tick();
  batches[3]?.end();

  expect(await Promise.all(all)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(sizes()).toEqual([1, 2, 3, 1]);
});

it("starts a second batch only once the first allows it, if a second one is on request", async () => {
  const batches: {
    readonly items: readonly number[];
    readonly allowSecond: () => void;
    readonly end: () => void;
  }[] = [];
  const { one: work } = batched(
    (items: readonly number[], allowSecond) =>
      new Promise<readonly number[]>((resolve) => {
        batches.push({ items, allowSecond, end: () => resolve(items) });
      }),
    { ...usual, enoughForSecond: 1, isSecondOnRequest: true },
  );
  const begun = () => batches.map(({ items }) => items);
  const tick = () => new Promise((resolve) => setImmediate(resolve));

  const all = [work(1)];
  await tick();
  all.push(work(2));
  await tick();
  expect(begun()).toEqual([[1]]);
  batches[0]?.allowSecond();
  expect(begun()).toEqual([[1], [2]]);
  all.push(work(3));
  batches[0]?.allowSecond();
  await tick();
  expect(begun()).toEqual([[1], [2]]);
  batches[0]?.end();
  await tick();
  expect(begun()).toEqual([[1], [2]]); // the second has not allowed it
  batches[1]?.end();
  await tick();
  expect(begun()).toEqual([[1], [2], [3]]);
  batches[2]?.end();

  expect(await Promise.all(all)).toEqual([1, 2, 3]);
});

it("keeps items that are added together in one batch if it has room for them", async () => {
  const batches: number[][] = [];
  const work = batched(
    async (items: readonly number[]) => {
      batches.push([...items]);
      return items;
    },
    { ...usual, max: 4 },
  );

  await Promise.all([
    work.all([1, 2, 3]),
    work.all([4, 5]),
    work.one(6),
    work.all([7, 8, 9, 10, 11, 12]),
  ]);

  expect(batches).toEqual([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9, 10],
    [11, 12],
  ]);
});

it("returns the result or the error of each item that is added with others", async () => {
  const work = batched(
    async (items: readonly string[]) => {
      if (items.includes("bad")) throw new Error("no");
      return items.map((item) => `done ${item}`);
    },
    { ...usual, maxWaiting: 5 },
  );

  const settled = await work.all(["a", "b", "bad", "c", "d", "e"]);

  expect(settled).toEqual([
    { isDone: true, result: "done a" },
    { isDone: true, result: "done b" },
    { isDone: false, error: new Error("no") },
    { isDone: true, result: "done c" },
    { isDone: true, result: "done d" },
    { isDone: false, error: expect.any(TooManyWaiting) },
  ]);
  expect(await work.all([])).toEqual([]);
});

it("throws the error that fails all items that are added together", async () => {
  const work = batched(
    () => {
      throw new Error("lost the connection");
    },
    { ...usual, isOfOne: () => false },
  );

  await expect(work.all([1, 2, 3])).rejects.toThrow("lost the connection");
});

it("batches items that are added together with others, in order", async () => {
  const batches: number[][] = [];
  const work = batched(
    async (items: readonly number[]) => {
      batches.push([...items]);
      return items;
    },
    { ...usual, max: 4 },
  );

  const settled = await Promise.all([work.all([1, 2, 3]), work.one(4), work.all([5, 6])]);

  expect(batches).toEqual([
    [1, 2, 3, 4],
    [5, 6],
  ]);
  expect(settled[2]).toEqual([
    { isDone: true, result: 5 },
    { isDone: true, result: 6 },
  ]);
});

describe("owners", () => {
  interface Begun {
    readonly items: string;
    end(): void;
  }

  /** Batches of items such as "a1", whose owner is their letter. A batch ends by its function. */
  function open(batching: Partial<Parameters<typeof batched>[1]> = {}) {
    const begun: Begun[] = [];
    const { all } = batched(
      (items: readonly string[]) =>
        new Promise<readonly string[]>((resolve) => {
          begun.push({ items: items.join(" "), end: () => resolve(items) });
        }),
      {
        ...usual,
        max: 4,
        enoughForSecond: 2,
        ownerOf: (item: string) => item[0],
        ...batching,
      },
    );
    const add = (owner: string, count: number) =>
      all(Array.from({ length: count }, (_, index) => `${owner}${index + 1}`));
    const tick = () => new Promise((resolve) => setImmediate(resolve));
    return { begun, add, tick, items: () => begun.map(({ items }) => items) };
  }

  it("with few items start beside one with many, together", async () => {
    const { begun, add, tick, items } = open();
    const many = add("a", 12);
    await tick();
    expect(items()).toEqual(["a1 a2 a3 a4", "a5 a6 a7 a8"]);

    const all = [many, add("b", 1)];
    await tick();
    expect(items().slice(2)).toEqual(["b1"]);
    all.push(add("c", 1), add("d", 1));
    await tick();
    expect(items().slice(3)).toEqual([]); // one such batch at a time
    begun[2]?.end();
    await tick();
    expect(items().slice(3)).toEqual(["c1 d1"]);

    begun[0]?.end();
    await tick();
    expect(items().slice(4)).toEqual([]); // it makes way, with one batch at a time
    for (const { end } of begun) end();
    await tick();
    expect(items().slice(4)).toEqual(["a9 a10 a11 a12"]);
    begun[4]?.end();
    await Promise.all(all);
  });

  it("with many items take turns", async () => {
    const { begun, add, tick, items } = open();
    const all = [add("a", 12), add("b", 12)];
    for (let count = 0; count < 6; count += 1) {
      await tick();
      begun[count]?.end();
    }
    await Promise.all(all);

    expect(items()).toEqual([
      ...["a1 a2 a3 a4", "b1 b2 b3 b4", "a5 a6 a7 a8"],
      ...["b5 b6 b7 b8", "a9 a10 a11 a12", "b9 b10 b11 b12"],
    ]);
  });

  it("with many items leave room for others", async () => {
    const { begun, add, tick } = open({ maxWaiting: 20 });

    const settled = add("a", 30);
    const other = add("b", 2);
    for (let count = 0; count < 6; count += 1) {
      await tick();
      begun[count]?.end();
    }

    expect((await settled).filter(({ isDone }) => isDone)).toHaveLength(18);
    expect((await other).every(({ isDone }) => isDone)).toBe(true);
  });
});

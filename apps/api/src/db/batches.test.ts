import { expect, it, onTestFinished } from "vitest";
import { newDatabase } from "../../test/harness/database.ts";
import { newEventId } from "../kit/ids.ts";
import { batchCommit, batchRead } from "./batches.ts";
import { openDatabase, type Queryable } from "./client.ts";
import { openPool } from "./pool.ts";
import { runStatement } from "./statements.ts";

const at = new Date("2026-01-01T00:00:00.000Z");

async function openBatchCommit() {
  const pool = openPool(await newDatabase(), 4);
  const db = openDatabase(pool);
  onTestFinished(async () => {
    await db.$disconnect();
    await pool.end();
  });
  return { db, batched: batchCommit(db, { now: () => at }) };
}

const insert = async (tx: Queryable, types: readonly string[], now: Date) => {
  const rows = types.map((type) => ({ id: newEventId(now), type, data: {}, createdAt: now }));
  await tx.webhookEvent.createMany({ data: rows });
  return rows.map(({ id }) => id);
};

it("commits each batch in one transaction, and gives each item its own result", async () => {
  const { db, batched } = await openBatchCommit();

  const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => batched(insert, String(n))));

  const rows = await db.webhookEvent.findMany();
  expect(new Map(rows.map(({ id, type }) => [id, type]))).toEqual(
    new Map(ids.map((id, n) => [id, String(n)])),
  );
});

it("fails only the item at fault, and commits nothing of it", async () => {
  const { db, batched } = await openBatchCommit();
  const work: typeof insert = async (tx, types, now) => {
    const ids = await insert(tx, types, now);
    if (types.includes("bad")) throw new Error("no");
    return ids;
  };

  const ends = await Promise.allSettled(
    ["first", "a", "bad", "b"].map((type) => batched(work, type)),
  );

  expect(ends.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  const types = (await db.webhookEvent.findMany()).map(({ type }) => type);
  expect(types.sort()).toEqual(["a", "b", "first"]);
});

it("batches different work separately, at the same time", async () => {
  const { batched } = await openBatchCommit();
  const other = Promise.withResolvers<string[]>();

  const waits = batched(() => other.promise, "one");
  const done = await batched(insert, "another");
  other.resolve(["late"]);

  expect(done).toHaveLength(24);
  expect(await waits).toBe("late");
});

it("asks a missing database once for a whole batch of reads", async () => {
  const db = openDatabase(openPool("postgres://127.0.0.1:1/none", 4));
  const batched = batchRead(db, { now: () => at });
  let tries = 0;
  const read = (of: Queryable, items: readonly number[]) => {
    tries += 1;
    return runStatement<number>(of, { name: "read", text: "SELECT 1" }, [...items]);
  };

  const ends = await Promise.allSettled([1, 2, 3, 4].map((item) => batched(read, item)));

  expect(ends.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
  expect(tries).toBe(1);
});

it("batches reads of a seller apart, so that nobody else waits for them", async () => {
  const pool = openPool(await newDatabase(), 4);
  const db = openDatabase(pool);
  onTestFinished(async () => {
    await db.$disconnect();
    await pool.end();
  });
  const read = batchRead(db, { now: () => at });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const work = async (_: Queryable, items: readonly string[]) => {
    if (items.some((item) => item.startsWith("large"))) await held;
    return items;
  };

  const large = Array.from({ length: 3 }, (_, index) => read(work, `large ${index}`, "one"));
  expect(await read(work, "small", "another")).toBe("small");
  release();
  expect(await Promise.all(large)).toEqual(["large 0", "large 1", "large 2"]);
});

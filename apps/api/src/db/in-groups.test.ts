import { expect, it, onTestFinished } from "vitest";
import { newDatabase } from "../../test/harness/database.ts";
import { newEventId } from "../shared/ids.ts";
import { openDatabase, type Queryable } from "./client.ts";
import { groupCommit } from "./in-groups.ts";
import { openPool } from "./pool.ts";

const at = new Date("2026-01-01T00:00:00.000Z");

async function aGroupCommit() {
  const pool = openPool(await newDatabase(), 4);
  const db = openDatabase(pool);
  onTestFinished(async () => {
    await db.$disconnect();
    await pool.end();
  });
  return { db, together: groupCommit(db, { now: () => at }) };
}

const insert = async (tx: Queryable, types: readonly string[], now: Date) => {
  const rows = types.map((type) => ({ id: newEventId(now), type, data: {}, createdAt: now }));
  await tx.webhookEvent.createMany({ data: rows });
  return rows.map(({ id }) => id);
};

it("commits each group in one transaction, and hands everyone their own result", async () => {
  const { db, together } = await aGroupCommit();

  const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => together(insert, String(n))));

  const rows = await db.webhookEvent.findMany();
  expect(new Map(rows.map(({ id, type }) => [id, type]))).toEqual(
    new Map(ids.map((id, n) => [id, String(n)])),
  );
});

it("fails none for another, and commits nothing of the one that fails", async () => {
  const { db, together } = await aGroupCommit();
  const work: typeof insert = async (tx, types, now) => {
    const ids = await insert(tx, types, now);
    if (types.includes("bad")) throw new Error("no");
    return ids;
  };

  const ends = await Promise.allSettled(
    ["first", "a", "bad", "b"].map((type) => together(work, type)),
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

it("lets different works go side by side", async () => {
  const { together } = await aGroupCommit();
  const other = Promise.withResolvers<string[]>();

  const waits = together(() => other.promise, "one");
  const done = await together(insert, "another");
  other.resolve(["late"]);

  expect(done).toHaveLength(24);
  expect(await waits).toBe("late");
});

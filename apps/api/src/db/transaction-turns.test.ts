import { expect, it, onTestFinished } from "vitest";
import { newDatabase } from "../../test/harness/database.ts";
import { batchCommit } from "./batches.ts";
import { inTransaction, openDatabase, type Queryable, takingTurns } from "./client.ts";
import { openPool } from "./pool.ts";
import { runStatement } from "./statements.ts";

async function open() {
  const pool = openPool(await newDatabase(), 2);
  const db = openDatabase(pool);
  onTestFinished(async () => {
    await db.$disconnect();
    await pool.end();
  });
  return db;
}

const read = (tx: Queryable) => tx.$queryRaw`SELECT 1`;

it("takes a turn for each transaction of a call, and none within it, for batches and for jobs", async () => {
  const db = await open();
  const batched = batchCommit(db, { now: () => new Date() });
  const log: string[] = [];
  const take = async () => {
    log.push("begins");
    return () => log.push("ends");
  };

  await inTransaction(db, read);
  await takingTurns(take, async () => {
    await batched(async (tx, items) => {
      await read(tx);
      return items;
    }, "item");
    await inTransaction(db, async (tx) => {
      await inTransaction(tx, read);
      await inTransaction(db, read); // would wait for this one, if both took a turn
      log.push("works");
    });
    const failing = inTransaction(db, () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
  });

  expect(log).toEqual(["begins", "works", "ends", "begins", "ends"]);
});

it("runs statements on a transaction's connection, and none after the transaction", async () => {
  const db = await open();
  const id = { text: "SELECT txid_current_if_assigned()::text AS id" };

  const [kept, assigned] = await inTransaction(db, async (tx) => {
    const [row] = await tx.$queryRaw<object[]>`SELECT txid_current()::text AS id`;
    await db.$queryRaw`SELECT 1`; // takes another connection
    expect(await runStatement(tx, id, [])).toEqual([row]);
    return [tx, row];
  });

  expect(assigned).toBeDefined();
  await expect(runStatement(kept, id, [])).rejects.toThrow("expired transaction");
});

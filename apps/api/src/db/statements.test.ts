import fc from "fast-check";
import { Client } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { newDatabase } from "../../test/harness/database.ts";
import { inTransaction, openDatabase } from "./client.ts";
import { openPool } from "./pool.ts";
import {
  type AnyTransaction,
  runStatement,
  statementTransactions,
  textArray,
} from "./statements.ts";

it("an array is read by Postgres as the same texts and nulls", async () => {
  const client = new Client({ connectionString: await newDatabase() });
  await client.connect();
  onTestFinished(() => client.end());
  const special = fc.constantFrom("", "NULL", "null", '"', "\\", ",", "{}", '\\"', " ", "\n");
  const text = fc.oneof(special, fc.string({ unit: "binary" })).filter(isStorable);
  const list = fc.array(fc.option(text, { nil: null }));

  await fc.assert(
    fc.asyncProperty(list, async (texts) => {
      const { rows } = await client.query("SELECT to_json($1::text[]) AS read", [
        textArray(texts, (one) => one),
      ]);
      expect(rows[0].read).toEqual(texts);
    }),
  );
});

const isStorable = (text: string) => text.isWellFormed() && !text.includes("\0");

const divide = { text: "SELECT 1 / 0" };
const one = { text: "SELECT 1" };

/** Both ways to a transaction's connection. */
async function transactions() {
  const pool = openPool(await newDatabase(), 2);
  const db = openDatabase(pool);
  onTestFinished(async () => {
    await db.$disconnect();
    await pool.end();
  });
  return [
    statementTransactions(pool),
    <T>(work: (tx: AnyTransaction) => Promise<T>) => inTransaction(db, work),
  ];
}

it("statements behind one that fails are rejected with its error", async () => {
  for (const transaction of await transactions()) {
    const both = transaction((tx) =>
      // The first promise has more layers, so the second one rejects before it.
      Promise.all([
        runStatement(tx, divide, [])
          .finally(() => {})
          .finally(() => {}),
        runStatement(tx, one, []),
      ]),
    );
    await expect(both).rejects.toThrow("division by zero");
  }
});

it.each(["COMMIT", "ROLLBACK"])(
  "a statement that is sent behind the %s is refused",
  async (end) => {
    for (const transaction of await transactions()) {
      let late: Promise<unknown> = Promise.resolve();
      const ended = transaction(async (tx) => {
        late = runStatement(tx, one, []).then(() => runStatement(tx, one, []));
        late.catch(() => {});
        if (end === "ROLLBACK") throw new Error("no");
      });
      await ended.catch(() => {});
      await expect(late).rejects.toThrow("expired transaction");
    }
  },
);

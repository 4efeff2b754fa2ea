import fc from "fast-check";
import { Client } from "pg";
import { expect, it, onTestFinished } from "vitest";
import { newDatabase } from "../../test/harness/database.ts";
import { textArray } from "./statements.ts";

it("is read by Postgres as the same texts and nulls", async () => {
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

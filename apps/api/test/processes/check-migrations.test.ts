import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { run, temporaryFolder } from "./entry.ts";

const script = fileURLToPath(new URL("../../scripts/check-migrations.mjs", import.meta.url));

it.each([
  ["a required column that older processes do not fill", "ALTER TABLE a ADD b TEXT NOT NULL;", 1],
  ["an index over a table in use", "CREATE INDEX a_b ON a (b);", 1],
  ["a column with another type", "ALTER TABLE a ALTER b TYPE BIGINT;", 1],
  [
    "changes to two tables in use",
    'ALTER TABLE "a" ADD "b" TEXT;\nALTER TABLE "c" ADD "d" TEXT;',
    1,
  ],
  [
    "a change to one table and a new table that references it",
    'ALTER TABLE "a" ADD "b" TEXT;\nCREATE TABLE "c" ("d" TEXT REFERENCES "a");\nCREATE INDEX "c_d" ON "c"("d");',
    0,
  ],
  ["a nullable column", "ALTER TABLE a ADD b TEXT;", 0],
  ["a new table with an index", "CREATE TABLE a (b TEXT); CREATE INDEX a_b ON a (b);", 0],
])("a migration with %s", async (_, sql, code) => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "20300101000000_next"));
  writeFileSync(join(folder, "20300101000000_next/migration.sql"), sql);

  expect(await run([process.execPath, script, folder], {}).ended).toBe(code);
});

it("accepts the existing migrations", async () => {
  expect(await run([process.execPath, script], {}).ended).toBe(0);
});

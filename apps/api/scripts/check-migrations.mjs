// Checks migrations for anything that would block a running service. squawk finds long locks, scans of whole tables,
// and columns that old processes do not fill. This script also finds migrations that lock several existing tables,
// which can deadlock with requests. The first migration is not checked: it runs on an empty database.
//
// The folder is prisma/migrations unless another is given.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const first = "20261125000000_init";
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const [folder = at("prisma/migrations")] = process.argv.slice(2);

const files = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== first)
  .map(({ name }) => join(folder, name, "migration.sql"));
if (files.length > 0) {
  const squawk = [
    at("node_modules/squawk-cli/js/bin/squawk"),
    "--config",
    at("prisma/squawk.toml"),
  ];
  const { status } = spawnSync(process.execPath, [...squawk, ...files], { stdio: "inherit" });
  process.exitCode = status ?? 1;
}
for (const file of files) {
  const tables = tablesInUse(readFileSync(file, "utf8"));
  if (tables.length < 2) continue;
  process.stderr.write(
    `${file} takes ${tables.join(" and ")}: while it waits for one, those who have it may wait for the other. Write a migration for each.\n`,
  );
  process.exitCode = 1;
}

/** The tables that a migration locks and does not create. */
function tablesInUse(sql) {
  const named = (words) =>
    [...sql.matchAll(new RegExp(`\\b(?:${words})\\s+(?:ONLY\\s+)?"?(\\w+)"?`, "gim"))].map(
      ([, table]) => table,
    );
  const made = named("CREATE TABLE(?: IF NOT EXISTS)?");
  const taken = [
    ...named("ALTER TABLE(?: IF EXISTS)?|DROP TABLE(?: IF EXISTS)?|LOCK TABLE|TRUNCATE(?: TABLE)?"),
    ...named("^\\s*UPDATE|DELETE FROM|REFERENCES"),
    ...named('CREATE (?:UNIQUE )?INDEX(?: IF NOT EXISTS)? "?\\w+"? ON'),
  ];
  return [...new Set(taken)].filter((table) => !made.includes(table));
}

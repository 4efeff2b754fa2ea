// Has squawk look for migrations that would hold up a service in use: long locks, scans of whole tables,
// columns that old processes do not fill. And looks itself for what squawk does not know: a migration that
// takes several tables in use one after the other. The first ones are older than any release, so they were
// never run on tables that anybody used.
//
// The folder is prisma/migrations unless another is named.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const lastBeforeRelease = "20261122043103_checkout";
const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const [folder = at("prisma/migrations")] = process.argv.slice(2);

const files = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name > lastBeforeRelease)
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

/** The tables that a migration locks and has not made itself. */
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

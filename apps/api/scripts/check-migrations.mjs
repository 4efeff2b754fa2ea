// Has squawk look for migrations that would hold up a service in use: long locks, scans of whole tables,
// columns that old processes do not fill. The first ones are older than any release, so they were never
// run on tables that anybody used.
//
// The folder is prisma/migrations unless another is named.
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
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

import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { thisVersion, versionOf } from "../test/harness/versions.ts";
import { leaveData } from "../test/upgrades/leave-data.ts";
import { keepUpgradeData } from "../test/upgrades/upgrade-data.ts";

/*
 * `pnpm --filter @usance/api run upgrade-data`: runs the service of the working tree and keeps the data that it
 * writes, for tests of later migrations. With `--from <git ref>` it runs the service of that commit.
 */

const { from } = parseArgs({ options: { from: { type: "string" } } }).values;
const commit = execFileSync("git", ["describe", "--always", "--tags", from ?? "HEAD"], {
  encoding: "utf8",
}).trim();
const version = from === undefined ? thisVersion : await versionOf(from);
try {
  const { newest, data } = await leaveData(version, commit);
  process.stdout.write(`${await keepUpgradeData(newest, data)}\n`);
} finally {
  await version.remove();
}
process.exit();

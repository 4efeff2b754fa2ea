import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { thisVersion, versionOf } from "../test/harness/versions.ts";
import { leaveData } from "../test/upgrades/leave-data.ts";
import { keepUpgradeData } from "../test/upgrades/upgrade-data.ts";

/*
 * `pnpm --filter @usance/api run upgrade-data`: runs the service as it stands here and keeps what it
 * leaves, for the tests of the migrations that come after it. With `--from <git ref>` it is that
 * commit's service.
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

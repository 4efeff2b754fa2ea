import { execFileSync } from "node:child_process";
import { leaveData } from "../test/upgrades/leave-data.ts";
import { keepUpgradeData } from "../test/upgrades/upgrade-data.ts";

/*
 * `pnpm --filter @usance/api run upgrade-data`: runs the service and keeps the data that it writes, for tests of later
 * migrations.
 */

const commit = execFileSync("git", ["describe", "--always", "--tags"], { encoding: "utf8" }).trim();
process.stdout.write(`${await keepUpgradeData(await leaveData(commit))}\n`);
process.exit();

import { findAddress } from "./cli/find-address.ts";
import { withSecretFiles } from "./config/environment.ts";
import { assertDatabase } from "./db/assert-database.ts";
import { permitted } from "./db/permitted.ts";
import { openPool } from "./db/pool.ts";
import { migrate } from "./db/schema-engine.ts";
import { installJobQueue } from "./jobs/job-queue.ts";
import { runEntry } from "./process/run-entry.ts";

/*
 * `pnpm migrate`: brings the tables up to date with a role that may, so that the service's own role
 * need not be allowed to. The service does the same at its start where its role may.
 */

await runEntry(async () => {
  const databaseUrl = await findAddress(withSecretFiles(process.env), "DATABASE_URL");
  await assertDatabase(databaseUrl);
  const applied = await permitted(() => migrate(databaseUrl));
  const pool = openPool(databaseUrl, 1);
  await permitted(() => installJobQueue(pool));
  await pool.end();
  const lines = applied.length === 0 ? ["The database is up to date."] : applied;
  process.stdout.write(`${lines.join("\n")}\n`);
});

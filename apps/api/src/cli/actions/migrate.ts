import { assertDatabase } from "../../db/assert-database.ts";
import { permitted } from "../../db/permitted.ts";
import { openPool } from "../../db/pool.ts";
import { migrate } from "../../db/schema-engine.ts";
import { withSecretFiles } from "../../kit/config/config.ts";
import { installJobQueue } from "../../server/jobs/job-queue.ts";
import type { Answer, Surroundings } from "../command-line.ts";
import { findAddress } from "./find-address.ts";

/** Migrates the tables, with a database role that may change them. */
export async function migrateDatabase({
  environment,
}: Pick<Surroundings, "environment">): Promise<Answer> {
  const databaseUrl = await findAddress(withSecretFiles(environment), "DATABASE_URL");
  await assertDatabase(databaseUrl);
  const applied = await permitted(() => migrate(databaseUrl));
  const pool = openPool(databaseUrl, 1);
  await permitted(() => installJobQueue(pool)).finally(() => pool.end());
  return {
    lines: applied.length === 0 ? ["The database is up to date."] : applied,
    json: { applied },
  };
}

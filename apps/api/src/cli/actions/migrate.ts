import { assertDatabase } from "../../db/assert-database.ts";
import { permitted } from "../../db/permitted.ts";
import { migrate } from "../../db/schema-engine.ts";
import { withSecretFiles } from "../../kit/config/config.ts";
import type { Answer, Surroundings } from "../command-line.ts";
import { findAddress } from "./find-address.ts";

/** Migrates the tables, with a database role that may change them. */
export async function migrateDatabase({
  environment,
}: Pick<Surroundings, "environment">): Promise<Answer> {
  const databaseUrl = await findAddress(withSecretFiles(environment), "DATABASE_URL");
  await assertDatabase(databaseUrl);
  const applied = await permitted(() => migrate(databaseUrl));
  return {
    lines: applied.length === 0 ? ["The database is up to date."] : applied,
    json: { applied },
  };
}

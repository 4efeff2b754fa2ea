import { assertDatabase } from "../../db/assert-database.ts";
import { openDatabase } from "../../db/client.ts";
import { permitted } from "../../db/permitted.ts";
import { openPool } from "../../db/pool.ts";
import { migrate } from "../../db/schema-engine.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import type { Surroundings } from "../command-line.ts";
import { findAddress } from "./find-address.ts";

/** Migrates the service's database, then runs work that writes to it. */
export async function withDatabase<T>(
  { environment, clock }: Pick<Surroundings, "environment" | "clock">,
  run: (store: Pick<Parts, "db" | "clock">) => Promise<T>,
): Promise<T> {
  const databaseUrl = await findAddress(environment, "DATABASE_URL");
  await assertDatabase(databaseUrl);
  await permitted(() => migrate(databaseUrl));
  const pool = openPool(databaseUrl, 1);
  const db = openDatabase(pool);
  try {
    return await run({ db, clock });
  } finally {
    await db.$disconnect();
    await pool.end();
  }
}

import { assertDatabase } from "../db/assert-database.ts";
import { openDatabase } from "../db/client.ts";
import { permitted } from "../db/permitted.ts";
import { openPool } from "../db/pool.ts";
import { migrate } from "../db/schema-engine.ts";
import { systemClock } from "../lib/clock.ts";
import type { Parts } from "../ports/parts.ts";
import { type Environment, findAddress } from "./find-address.ts";

/** What a command that writes works with: the service's database, brought up to date. */
export async function withDatabase<T>(
  environment: Environment,
  run: (store: Pick<Parts, "db" | "clock">) => Promise<T>,
): Promise<T> {
  const databaseUrl = await findAddress(environment, "DATABASE_URL");
  await assertDatabase(databaseUrl);
  await permitted(() => migrate(databaseUrl));
  const pool = openPool(databaseUrl, 1);
  const db = openDatabase(pool);
  try {
    return await run({ db, clock: systemClock });
  } finally {
    await db.$disconnect();
    await pool.end();
  }
}

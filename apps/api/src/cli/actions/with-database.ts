import { assertDatabase } from "../../db/assert-database.ts";
import { openDatabase } from "../../db/client.ts";
import { permitted } from "../../db/permitted.ts";
import { openPool } from "../../db/pool.ts";
import { migrate } from "../../db/schema-engine.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import type { Environment, Surroundings } from "../command-line.ts";
import { findAddress } from "./find-address.ts";

/** Finds the service's database, and checks that it is one that the service can use. */
export async function findDatabase(environment: Environment): Promise<string> {
  const databaseUrl = await findAddress(environment, "DATABASE_URL");
  await assertDatabase(databaseUrl);
  return databaseUrl;
}

/** Opens the service's database, without migrating it, with one connection for some work. */
export async function withPool<T>(
  environment: Environment,
  run: (pool: ReturnType<typeof openPool>, databaseUrl: string) => Promise<T>,
): Promise<T> {
  const databaseUrl = await findDatabase(environment);
  const pool = openPool(databaseUrl, 1);
  try {
    return await run(pool, databaseUrl);
  } finally {
    await pool.end();
  }
}

/** Migrates the service's database, then runs work that writes to it. */
export async function withDatabase<T>(
  { environment, clock }: Pick<Surroundings, "environment" | "clock">,
  run: (store: Pick<Parts, "db" | "clock">) => Promise<T>,
): Promise<T> {
  return withPool(environment, async (pool, databaseUrl) => {
    await permitted(() => migrate(databaseUrl));
    const db = openDatabase(pool);
    try {
      return await run({ db, clock });
    } finally {
      await db.$disconnect();
    }
  });
}

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assertDatabase } from "../../db/assert-database.ts";
import { type Database, openDatabase } from "../../db/client.ts";
import { openPool } from "../../db/pool.ts";
import { migrate } from "../../db/schema-engine.ts";
import { systemClock } from "../../kit/clock.ts";
import { authenticator } from "../../operation/access/auth/authenticate.ts";
import { issueApiKey } from "../../operation/keys/api-keys/api-keys.ts";
import { restoreChain } from "./local-contracts.ts";

/**
 * Migrates the development database, makes the local chain agree with it, and ensures an API key, which is kept in the
 * data folder.
 *
 * @param options.localChain the RPC address of the local chain, if one was started
 * @returns the API key
 * @throws DatabaseUnavailable when the database cannot be reached
 */
export async function prepareDatabase(
  databaseUrl: string,
  { dataDir, localChain }: { dataDir: string; localChain: string | undefined },
): Promise<string> {
  await assertDatabase(databaseUrl);
  await migrate(databaseUrl);
  const pool = openPool(databaseUrl, 1);
  const db = openDatabase(pool);
  try {
    if (localChain !== undefined) await restoreChain(db, localChain);
    return await keyOf(db, join(dataDir, "api-key"));
  } finally {
    await db.$disconnect();
    await pool.end();
  }
}

/** Returns the key in the file if the database has it, otherwise creates one. */
async function keyOf(db: Database, file: string): Promise<string> {
  const kept = await readFile(file, "utf8").catch(() => "");
  const { ofKey } = authenticator({ db, clock: systemClock, bootstrapHash: null });
  if ((await ofKey(`Bearer ${kept}`)) !== null) return kept;

  const terms = { name: "development", userId: null, scopes: ["*"], expiresAt: null };
  const { secret: key } = await issueApiKey({ db, now: systemClock.now() }, terms);
  await writeFile(file, key, { mode: 0o600 });
  return key;
}

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { localChainId } from "@usance/local-stack";
import { Pool } from "pg";
import { authenticator } from "../auth/authenticate.ts";
import { createApiKey } from "../auth/create-api-key.ts";
import { openDatabase } from "../db/client.ts";
import { migrate } from "../db/schema-engine.ts";
import { systemClock } from "../shared/clock.ts";

/**
 * Migrates the development database and sees to a key for it, kept in the data folder.
 *
 * @param newChain whether the local chain begins anew: then so does the ledger of nonces
 * @returns the key
 */
export async function prepareDatabase(
  databaseUrl: string,
  dataDir: string,
  newChain: boolean,
): Promise<string> {
  await migrate(databaseUrl);
  const pool = new Pool({ connectionString: databaseUrl, max: 1 });
  const db = openDatabase(pool);
  try {
    if (newChain) await db.signer.deleteMany({ where: { chainId: localChainId } });
    const file = join(dataDir, "api-key");
    const kept = await readFile(file, "utf8").catch(() => "");
    const authenticate = authenticator({ db, clock: systemClock, bootstrapKey: undefined });
    if ((await authenticate(`Bearer ${kept}`)) !== null) return kept;

    const key = await createApiKey({ db, clock: systemClock }, "development");
    await writeFile(file, key, { mode: 0o600 });
    return key;
  } finally {
    await db.$disconnect();
    await pool.end();
  }
}

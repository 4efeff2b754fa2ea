import { randomBytes } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Queryable } from "../../db/client.ts";
import { systemClock } from "../../kit/clock.ts";
import { authenticator } from "../../operation/access/auth/authenticate.ts";
import { issueApiKey } from "../../operation/keys/api-keys/api-keys.ts";
import type { Running } from "../actions/find-address.ts";
import { withDatabase } from "../actions/with-database.ts";
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
  const at = { environment: { DATABASE_URL: databaseUrl }, clock: systemClock };
  return withDatabase(at, async ({ db }) => {
    if (localChain !== undefined) await restoreChain(db, localChain);
    return keyOf(db, join(dataDir, "api-key"));
  });
}

/** Returns the key in the file if the database has it, otherwise creates one. */
async function keyOf(db: Queryable, file: string): Promise<string> {
  const kept = await readFile(file, "utf8").catch(() => "");
  const { ofKey } = authenticator({ db, clock: systemClock, bootstrapHash: null });
  if ((await ofKey(`Bearer ${kept}`)) !== null) return kept;

  const terms = { name: "development", userId: null, scopes: ["*"], expiresAt: null };
  const { secret: key } = await issueApiKey({ db, now: systemClock.now() }, terms);
  await writeFile(file, key, { mode: 0o600 });
  return key;
}

/**
 * Writes a file to the data folder that says where the service runs, readable by its owner only. It replaces the file
 * of a killed service, so readers must check that the service answers.
 *
 * @returns a function that removes the file
 */
export async function noteRunning(dataDir: string, running: Running): Promise<() => Promise<void>> {
  const file = join(dataDir, "running.json");
  await rm(file, { force: true });
  await writeFile(file, `${JSON.stringify(running, null, 2)}\n`, { mode: 0o600 });
  return () => rm(file, { force: true });
}

/** The key that seals the secrets of webhook endpoints in development. It is kept in the data folder. */
export async function keptSecretsKey(dataDir: string): Promise<string> {
  const file = join(dataDir, "webhook-secrets-key");
  const kept = await readFile(file, "utf8").catch(() => "");
  if (/^[0-9a-f]{64}$/.test(kept)) return kept;
  const key = randomBytes(32).toString("hex");
  await writeFile(file, key, { mode: 0o600 });
  return key;
}

import { randomBytes } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** How programs on this machine, such as `usance webhooks`, find the service that `pnpm dev` runs. */
export interface Running {
  readonly url: string;
  readonly apiKey: string;
  readonly databaseUrl: string;
  readonly rpcUrl: string;
  readonly contract: string;
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

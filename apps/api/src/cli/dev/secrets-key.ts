import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The key that seals the secrets of webhook endpoints in development. It is kept in the data folder. */
export async function keptSecretsKey(dataDir: string): Promise<string> {
  const file = join(dataDir, "webhook-secrets-key");
  const kept = await readFile(file, "utf8").catch(() => "");
  if (/^[0-9a-f]{64}$/.test(kept)) return kept;
  const key = randomBytes(32).toString("hex");
  await writeFile(file, key, { mode: 0o600 });
  return key;
}

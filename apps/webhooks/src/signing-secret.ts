import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { keepFile } from "./data-folder.ts";

const name = "webhooks-signing-secret";

/** The secret that the relay signs with: kept, so that a receiver is told of it but once. */
export async function keptSigningSecret(dataDir: string): Promise<string> {
  const kept = await readFile(join(dataDir, name), "utf8").catch(() => "");
  if (/^whsec_[A-Za-z0-9+/]{43}=$/.test(kept)) return kept;
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  await keepFile(dataDir, name, secret);
  return secret;
}

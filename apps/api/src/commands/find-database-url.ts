import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ConfigError, variables } from "../config.ts";
import type { Running } from "../dev/running-file.ts";

/**
 * The database that a command of an operator works on: DATABASE_URL, else that of the service that
 * `pnpm dev` runs here.
 *
 * @throws ConfigError when there is neither
 */
export async function findDatabaseUrl(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<string> {
  const given = environment.DATABASE_URL;
  if (given) {
    const read = variables.DATABASE_URL.safeParse(given);
    if (read.success) return read.data;
    throw new ConfigError(`DATABASE_URL ${read.error.issues[0]?.message}.`);
  }
  const folder = environment.DATA_DIR || variables.DATA_DIR.parse(undefined);
  const note = await readFile(join(folder, "running.json"), "utf8").catch(() => null);
  if (note === null) {
    throw new ConfigError("DATABASE_URL is not set, and `pnpm dev` is not running here.");
  }
  return (JSON.parse(note) as Running).databaseUrl;
}

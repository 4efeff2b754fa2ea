import { mkdir, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { RelayError } from "./relay-error.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of the `pnpm dev` that runs here. */
export function dataFolder(environment: Environment): string {
  return resolve(environment.DATA_DIR || ".data");
}

/**
 * Writes a file of the data folder that only its owner can read. The folder may not exist yet, if the relay is for
 * a service elsewhere.
 */
export async function keepFile(dataDir: string, name: string, text: string): Promise<void> {
  const file = join(dataDir, name);
  try {
    // Not with the folders that it is in: Node's recursive mkdir never ends in a folder such as /proc.
    await mkdir(dataDir).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    // An existing file would keep its mode.
    await rm(file, { force: true });
    await writeFile(file, text, { mode: 0o600 });
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
    throw new RelayError(`DATA_DIR ${dataDir} cannot be written to${code}.`, { cause });
  }
}

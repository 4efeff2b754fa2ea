import { rm, writeFile } from "node:fs/promises";
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

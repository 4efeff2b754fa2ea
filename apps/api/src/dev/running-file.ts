import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** How programs on the same machine find the service that `pnpm dev` runs: the demo is one. */
export interface Running {
  readonly url: string;
  readonly apiKey: string;
  readonly databaseUrl: string;
  readonly rpcUrl: string;
  readonly contract: string;
}

/**
 * Notes in the data folder that the service is up, for its owner's eyes alone. A note that a killed
 * service left behind is replaced; who reads one asks the service whether it is there.
 *
 * @returns takes the note away again
 */
export async function noteRunning(dataDir: string, running: Running): Promise<() => Promise<void>> {
  const file = join(dataDir, "running.json");
  await rm(file, { force: true });
  await writeFile(file, `${JSON.stringify(running, null, 2)}\n`, { mode: 0o600 });
  return () => rm(file, { force: true });
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { httpAddress } from "./address.ts";
import { dataFolder, type Environment } from "./data-folder.ts";
import { RelayError, ServiceAway } from "./relay-error.ts";

export interface Service {
  readonly url: string;
  readonly apiKey: string;
}

/**
 * The service that the variables name, else the one that `pnpm dev` runs here.
 *
 * @throws RelayError when the variables name none, ServiceAway when none runs
 */
export async function findService(environment: Environment): Promise<Service> {
  const { USANCE_URL: url, USANCE_API_KEY: apiKey } = environment;
  if (!url && !apiKey) return readRunning(join(dataFolder(environment), "running.json"));
  // With one alone, the events of a service that was not meant would be forwarded.
  if (!url || !apiKey) throw new RelayError("Set both USANCE_URL and USANCE_API_KEY, or neither.");
  // Anything else is no header's value.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new RelayError("USANCE_API_KEY is not an API key.");
  return { url: httpAddress("USANCE_URL", url), apiKey };
}

async function readRunning(file: string): Promise<Service> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    throw new ServiceAway(
      "No service runs here: start `pnpm dev`, or set USANCE_URL and USANCE_API_KEY.",
    );
  }
}

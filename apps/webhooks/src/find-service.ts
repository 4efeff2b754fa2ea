import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { dataFolder, type Environment } from "./data-folder.ts";
import { RelayError, ServiceAway } from "./relay-error.ts";

export interface Service {
  readonly url: string;
  readonly apiKey: string;
}

/**
 * Finds the service that the variables name, or else the one that `pnpm dev` runs here.
 *
 * @throws RelayError when the variables are invalid, ServiceAway when no service runs
 */
export async function findService(environment: Environment): Promise<Service> {
  const { USANCE_URL: url, USANCE_API_KEY: apiKey } = environment;
  if (!url && !apiKey) return readRunning(join(dataFolder(environment), "running.json"));
  // With only one of them, the events of the wrong service would be forwarded.
  if (!url || !apiKey) throw new RelayError("Set both USANCE_URL and USANCE_API_KEY, or neither.");
  // Other characters are not allowed in a header.
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new RelayError("USANCE_API_KEY is not an API key.");
  // `usance dev` prints the address of the REST API too.
  if (!isHttpAddress(url) || /\/api\/v1\/*$/.test(url)) {
    throw new RelayError(
      "USANCE_URL must be the service's address, like http://127.0.0.1:3000, without /api/v1.",
    );
  }
  return { url, apiKey };
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

/**
 * @param name where the developer set it: an option or a variable
 * @throws RelayError when it is not a valid address
 */
export function httpAddress(name: string, text: string): string {
  if (isHttpAddress(text)) return text;
  throw new RelayError(`${name} must be an address like http://localhost:4000/hook.`);
}

function isHttpAddress(text: string): boolean {
  const url = URL.parse(text);
  // fetch refuses addresses with a user name and password.
  const bare = url !== null && url.username === "" && url.password === "";
  return bare && /^https?:$/.test(url.protocol);
}

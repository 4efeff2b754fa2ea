import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
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
async function keepFile(dataDir: string, name: string, text: string): Promise<void> {
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

const secretFile = "webhooks-signing-secret";

/** The secret that the relay signs with. It is stored, so that a receiver is configured with it only once. */
export async function keptSigningSecret(dataDir: string): Promise<string> {
  const kept = await readFile(join(dataDir, secretFile), "utf8").catch(() => "");
  if (/^whsec_[A-Za-z0-9+/]{43}=$/.test(kept)) return kept;
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  await keepFile(dataDir, secretFile, secret);
  return secret;
}

/** Tells `trigger` where a running `listen` forwards to. */
interface Listening {
  readonly forwardTo: string;
  readonly pid: number;
}

const listeningFile = "webhooks-listening.json";

/**
 * Notes where this process forwards to. If several run, the note names the one that started last.
 *
 * @returns removes the note, unless it names another process by now
 */
export async function noteListening(
  dataDir: string,
  forwardTo: string,
): Promise<() => Promise<void>> {
  const note: Listening = { forwardTo, pid: process.pid };
  await keepFile(dataDir, listeningFile, `${JSON.stringify(note)}\n`);
  return async () => {
    const { pid } = (await readNote(dataDir)) ?? {};
    if (pid === process.pid) await rm(join(dataDir, listeningFile), { force: true });
  };
}

/** @returns where the running `listen` forwards to; null when none runs */
export async function findListening(dataDir: string): Promise<string | null> {
  const note = await readNote(dataDir);
  return note !== null && isRunning(note.pid) ? note.forwardTo : null;
}

async function readNote(dataDir: string): Promise<Listening | null> {
  try {
    return JSON.parse(await readFile(join(dataDir, listeningFile), "utf8"));
  } catch {
    return null;
  }
}

/** A process that was killed has left its note. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

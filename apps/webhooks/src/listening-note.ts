import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { keepFile } from "./data-folder.ts";

/** Tells `trigger` where a running `listen` forwards to. */
interface Listening {
  readonly forwardTo: string;
  readonly pid: number;
}

const name = "webhooks-listening.json";

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
  await keepFile(dataDir, name, `${JSON.stringify(note)}\n`);
  return async () => {
    const { pid } = (await readNote(dataDir)) ?? {};
    if (pid === process.pid) await rm(join(dataDir, name), { force: true });
  };
}

/** @returns where the running `listen` forwards to; null when none runs */
export async function findListening(dataDir: string): Promise<string | null> {
  const note = await readNote(dataDir);
  return note !== null && isRunning(note.pid) ? note.forwardTo : null;
}

async function readNote(dataDir: string): Promise<Listening | null> {
  try {
    return JSON.parse(await readFile(join(dataDir, name), "utf8"));
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

import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Rpc } from "./rpc.ts";

/** The files of a chain's folder that hold its state. */
export function stateFiles(folder: string) {
  return {
    /** What the next start loads: only ever replaced as a whole. */
    good: join(folder, "state.json"),
    /** What anvil writes when it ends, in place: half of it, if it is killed meanwhile. */
    dump: join(folder, "state.at-exit.json"),
  };
}

/**
 * Settles with which state a chain goes on: the one that anvil wrote when it ended, or the last
 * snapshot before when that one is not whole.
 *
 * @returns the file to load, undefined for a new chain
 */
export async function recoverState(
  folder: string,
  log: (message: string) => void,
): Promise<string | undefined> {
  const { good, dump } = stateFiles(folder);
  if (existsSync(dump)) {
    if (isWhole(await readFile(dump, "utf8"))) {
      await rename(dump, good);
    } else {
      log("The chain's last state was cut short: going back to the snapshot before.");
      await rm(dump);
    }
  }
  return existsSync(good) ? good : undefined;
}

/**
 * Takes a snapshot every `interval` milliseconds in which the chain has moved, until told to stop: for
 * the case that everything is killed at once and anvil cannot write its state.
 *
 * @returns what stops it, resolving when a snapshot under way is finished
 */
export function keepSnapshots(folder: string, rpc: Rpc, interval: number): () => Promise<void> {
  let saved: string | undefined;
  let working = Promise.resolve();
  const timer = setInterval(() => {
    working = working.then(async () => {
      saved = await snapshot(folder, rpc, saved).catch(() => saved); // anvil is gone: `exited` tells
    });
  }, interval);
  timer.unref();
  return () => {
    clearInterval(timer);
    return working;
  };
}

/** Writes a snapshot unless the chain's head is still `saved`, and answers the head written. */
async function snapshot(folder: string, rpc: Rpc, saved?: string): Promise<string | undefined> {
  const before = await quietHead(rpc);
  if (before === undefined || before === saved) return saved;
  const zipped = Buffer.from((await rpc<string>("anvil_dumpState")).slice(2), "hex");
  // A dump taken while a block is made has balances of after it and blocks of before it.
  if ((await quietHead(rpc)) !== before) return saved;
  const { good } = stateFiles(folder);
  await writeFile(`${good}.new`, await promisify(gunzip)(zipped), { mode: 0o600, flush: true });
  await rename(`${good}.new`, good);
  return before;
}

/** The hash of the newest block, or undefined while transactions wait to be in one. */
async function quietHead(rpc: Rpc): Promise<string | undefined> {
  const { pending } = await rpc<{ pending: string }>("txpool_status");
  const { hash } = await rpc<{ hash: string }>("eth_getBlockByNumber", "latest", false);
  return Number(pending) === 0 ? hash : undefined;
}

function isWhole(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

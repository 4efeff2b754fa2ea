import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Rpc } from "./rpc.ts";

/** The files in a chain's folder that store its state. */
export function stateFiles(folder: string) {
  return {
    /** The state that the next start loads. It is always replaced as a whole. */
    good: join(folder, "state.json"),
    /** The state that anvil writes when it ends. Incomplete if anvil is killed while it writes. */
    dump: join(folder, "state.at-exit.json"),
  };
}

/**
 * Chooses the state that a chain continues with: the one that anvil wrote when it ended or, if that is incomplete, the
 * last snapshot.
 *
 * @returns the file to load; undefined for a new chain
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
 * Saves a snapshot every `interval` milliseconds if the chain has changed, in case everything is killed at once and
 * anvil cannot write its state.
 *
 * @returns a function that stops it and resolves when a running snapshot is finished
 */
export function keepSnapshots(folder: string, rpc: Rpc, interval: number): () => Promise<void> {
  let saved: string | undefined;
  let working = Promise.resolve();
  const timer = setInterval(() => {
    working = working.then(async () => {
      saved = await snapshot(folder, rpc, saved).catch(() => saved); // anvil has ended, which `exited` reports
    });
  }, interval);
  timer.unref();
  return () => {
    clearInterval(timer);
    return working;
  };
}

/** Writes a snapshot unless the chain's head is still `saved`. Returns the hash of the saved head. */
async function snapshot(folder: string, rpc: Rpc, saved?: string): Promise<string | undefined> {
  const before = await quietHead(rpc);
  if (before === undefined || before === saved) return saved;
  const zipped = Buffer.from((await rpc<string>("anvil_dumpState")).slice(2), "hex");
  // A dump that is taken while a block is mined mixes balances after the block with blocks before it.
  if ((await quietHead(rpc)) !== before) return saved;
  const { good } = stateFiles(folder);
  await writeFile(`${good}.new`, await promisify(gunzip)(zipped), { mode: 0o600, flush: true });
  await rename(`${good}.new`, good);
  return before;
}

/** The hash of the newest block; undefined while transactions are pending. */
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

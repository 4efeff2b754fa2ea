import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LocalStackError } from "./errors.ts";
import { makeFolder } from "./make-folder.ts";
import { startOf } from "./processes.ts";

/**
 * How long a start waits for another process to release the folder, in milliseconds: a `dev` that was ended by Ctrl-C
 * may still be closing when the next one starts.
 */
const patience = 3_000;

/**
 * Claims a data folder for this process. Creates the folder if it does not exist.
 *
 * A claim is a file named after the process id and the process's start time. Each process writes its own file, then
 * looks for the files of others: of two processes, at least one sees the other and withdraws. The name shows whether a
 * file belongs to a dead process, even if the id was reused, so it can be removed safely. A single lock file shared by
 * all could not be.
 *
 * @returns a function that releases the claim, safe to call twice
 * @throws LocalStackError when a live process holds the folder (the message names both), or when the folder cannot be
 *   created or written to
 */
export async function claimFolder(folder: string): Promise<() => Promise<void>> {
  const own = `.claim-${process.pid}-${startOf(process.pid)}`;
  const deadline = Date.now() + patience;
  for (;;) {
    const holder = await tryToClaim(folder, own).catch((cause) => {
      throw new LocalStackError(`${folder} cannot be used as a data folder: ${String(cause)}`, {
        cause,
      });
    });
    if (holder === undefined) return () => rm(join(folder, own), { force: true });
    if (Date.now() > deadline) {
      throw new LocalStackError(
        `${folder} is in use by process ${holder}: stop that one first, or choose another folder.`,
      );
    }
    await sleep(50 + Math.random() * 100); // unequal, lest two contenders keep withdrawing together
  }
}

/** Returns the id of the process that holds the folder; undefined when the claim succeeded. */
async function tryToClaim(folder: string, own: string): Promise<number | undefined> {
  await makeFolder(folder, 0o700);
  try {
    await writeFile(join(folder, own), "", { flag: "wx" });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return process.pid;
    throw error;
  }
  for (const name of await readdir(folder)) {
    const [, pid, start] = /^\.claim-(\d+)-(.+)$/.exec(name) ?? [];
    if (name === own || pid === undefined) continue;
    if (startOf(Number(pid)) === start) {
      await rm(join(folder, own), { force: true });
      return Number(pid);
    }
    await rm(join(folder, name), { force: true });
  }
  return undefined;
}

import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LocalStackError } from "./errors.ts";
import { startOf } from "./processes.ts";

/** How long a start waits for another process to let go of the folder, in milliseconds: a
 * `dev` ended by Ctrl-C may still be closing when the next one is started. */
const patience = 3_000;

/**
 * Claims a data folder for this process, making the folder if need be.
 *
 * The claim is a file named after the process and the moment it began. Each contender writes its
 * own, then looks for those of others: of two, at least one sees the other and withdraws. A dead
 * process's file can be told by its name and removed without harming anyone, however often ids are
 * re-used; a lock file that all share could not.
 *
 * @returns the release, safe to call twice
 * @throws LocalStackError naming the folder and the process when a live process holds it, or saying
 *   why the folder cannot be made or written to
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

/** Answers the process that holds the folder, or undefined when the claim succeeded. */
async function tryToClaim(folder: string, own: string): Promise<number | undefined> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
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

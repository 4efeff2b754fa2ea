import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LocalStackError, startOf } from "./processes.ts";

export interface Folder {
  readonly path: string;
  /** Whether the content is kept after the server has stopped. */
  readonly kept: boolean;
  /** Releases the folder for other processes; deletes a temporary one. Safe to call twice. */
  release(): Promise<void>;
}

/** Claims the data folder, or creates a temporary one for this process when none is given. */
export async function openFolder(dataDir: string | undefined): Promise<Folder> {
  if (dataDir !== undefined) {
    const path = resolve(dataDir);
    return { path, kept: true, release: await claimFolder(path) };
  }
  const path = await mkdtemp(join(tmpdir(), "usance-local-"));
  // The last processes of a killed server may still write to it.
  const gone = { recursive: true, force: true, maxRetries: 10, retryDelay: 50 };
  return { path, kept: false, release: () => rm(path, gone) };
}

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
    if (codeOf(error) === "EEXIST") return process.pid;
    throw error;
  }
  for (const name of await readdir(folder)) {
    const [, pid, start] = /^\.claim-(\d+)-(.+)$/.exec(name) ?? [];
    if (name === own || pid === undefined) continue;
    const isHeld = startOf(Number(pid)) === start;
    await rm(join(folder, isHeld ? own : name), { force: true });
    if (isHeld) return Number(pid);
  }
  return undefined;
}

/**
 * Creates a folder and its parents. Node's recursive `mkdir` never ends in an existing folder in which nothing can be
 * created, such as /proc.
 *
 * @param mode of the folder itself
 * @throws the system's error, such as EEXIST for a file of that name
 */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  const isFolder = (one: string) =>
    stat(one).then(
      (found) => found.isDirectory(),
      () => false,
    );
  if (await isFolder(path)) return;
  try {
    await mkdir(path, { mode });
  } catch (error) {
    if (codeOf(error) === "EEXIST" && (await isFolder(path))) return; // another process was faster
    if (codeOf(error) !== "ENOENT" || (await isFolder(dirname(path)))) throw error;
    await makeFolder(dirname(path));
    await makeFolder(path, mode);
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** Finds a free port of 127.0.0.1. Another process may take it before it is used. */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((found, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}

/**
 * The port of the last start on the folder, so that addresses in other programs' settings stay valid; undefined when there
 * was none, or when another program uses the port now.
 */
export async function keptPort({ path }: Folder): Promise<number | undefined> {
  const port = Number(await readFile(join(path, "port"), "utf8").catch(() => ""));
  return port > 0 ? freePort(port).catch(() => undefined) : undefined;
}

/** Notes the port for the next start on the folder. */
export async function keepPort({ path, kept }: Folder, port: number): Promise<void> {
  if (kept) await writeFile(join(path, "port"), `${port}\n`);
}

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Folder } from "./folder.ts";
import { spawnGuarded } from "./guardian.ts";
import { commandOf, LocalStackError } from "./processes.ts";
import type { RunAs } from "./run-as.ts";

const run = promisify(execFile);

/** The database superuser of every cluster created here. */
export const superuser = "usance";

/** The files of a data folder. */
export const filesOf = (folder: string) => ({
  cluster: join(folder, "cluster"),
  password: join(folder, "password"),
  log: join(folder, "postgres.log"),
  pid: join(folder, "server.pid"),
});

/**
 * Creates the cluster if the folder has none, and returns the superuser's password.
 *
 * The encoding is UTF-8 with Postgres's own C.UTF-8 rules, so that sorting and case do not depend on the machine. The
 * cluster gets its final name only when it is complete, so an interrupted initdb leaves nothing that blocks the next
 * start.
 *
 * @throws LocalStackError with the end of initdb's output when it fails
 */
export async function ensureCluster(
  { path, kept }: Folder,
  runAs: RunAs,
  options: { durable: boolean; password?: string | undefined; log: (message: string) => void },
): Promise<string> {
  const files = filesOf(path);
  const { user } = runAs;
  const give = () => user && run("chown", ["-R", `${user.uid}:${user.gid}`, path]);
  if (existsSync(files.cluster)) {
    await give(); // it may have been made in a user namespace
    return readPassword(files.password);
  }
  if (kept) options.log(`Making a new Postgres cluster in ${path}.`);
  const incoming = `${files.cluster}.new`;
  await rm(incoming, { recursive: true, force: true });
  await writeFile(files.password, options.password ?? randomBytes(24).toString("hex"), {
    mode: 0o600,
  });
  await give();
  const initdb = spawnGuarded({
    command: [
      ...runAs.prefix,
      join(runAs.binaries, "bin", "initdb"),
      `--pgdata=${incoming}`,
      `--username=${superuser}`,
      `--pwfile=${files.password}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      ...(await localeOf(runAs.binaries)),
      ...(options.durable ? [] : ["--no-sync"]),
    ],
    cwd: path,
    logFile: files.log,
    pidFile: files.pid,
    scratch: kept ? undefined : path,
    user,
  });
  const exit = await initdb.exited;
  if (exit.status !== 0) throw new LocalStackError(`Postgres's initdb failed:\n${exit.log}`);
  await rename(incoming, files.cluster);
  return readPassword(files.password);
}

/** The names of C.UTF-8: Postgres has its own since version 17. */
async function localeOf(binaries: string): Promise<readonly string[]> {
  const { stdout } = await run(join(binaries, "bin", "initdb"), ["--version"]);
  return Number(/\d+/.exec(stdout)?.[0]) < 17
    ? ["--locale=C.UTF-8"]
    : ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
}

async function readPassword(file: string): Promise<string> {
  return readFile(file, "utf8").catch((cause) => {
    throw new LocalStackError(
      `${file} is gone: remove the folder it was in to begin with an empty database.`,
      { cause },
    );
  });
}

/**
 * Removes the lock file of a Postgres that ended without removing it. Postgres checks only the process id in the file,
 * and refuses to start if another process has that id now.
 */
export async function removeStaleLock(cluster: string): Promise<void> {
  const lock = join(cluster, "postmaster.pid");
  const text = textOf(lock);
  if (text === null) return;
  if (!commandOf(Number.parseInt(text, 10))?.includes(cluster)) await rm(lock);
}

/** Whether the Postgres with the process id in the pid file accepts connections; a standby accepts reads. */
export function isReady(files: { cluster: string; pid: string }): boolean {
  // A Postgres that starts removes the file of one that was killed, and writes its own later.
  const lock = textOf(join(files.cluster, "postmaster.pid"));
  // Its lines: process id, data folder, start, port, socket folder, address, shared memory, status.
  const lines = lock?.split("\n") ?? [];
  const accepts = ["ready", "standby"].includes(lines[7]?.trim() ?? "");
  return accepts && lines[0] === textOf(files.pid)?.trim();
}

/** @returns null when there is no such file */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

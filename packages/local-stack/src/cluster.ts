import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { chown, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { LocalStackError } from "./errors.ts";
import { spawnGuarded } from "./guardian.ts";
import { commandOf } from "./processes.ts";
import type { RunAs } from "./run-as.ts";

const run = promisify(execFile);

/** The database superuser of every cluster created here. */
export const superuser = "usance";

/** The files of a cluster's home folder. */
export function filesOf(home: string) {
  return {
    cluster: join(home, "cluster"),
    password: join(home, "password"),
    log: join(home, "postgres.log"),
    pid: join(home, "server.pid"),
  };
}

/**
 * Creates the cluster if the home folder has none, and returns the superuser's password.
 *
 * The encoding is UTF-8 with Postgres's own C.UTF-8 rules, so that sorting and case do not depend on the machine. The
 * cluster gets its final name only when it is complete, so an interrupted initdb leaves nothing that blocks the next
 * start.
 *
 * @throws LocalStackError with the end of initdb's output when it fails
 */
export async function ensureCluster(
  runAs: RunAs,
  options: {
    durable: boolean;
    kept: boolean;
    password?: string | undefined;
    log: (message: string) => void;
  },
): Promise<string> {
  const files = filesOf(runAs.home);
  if (existsSync(files.cluster)) return readPassword(files.password);
  if (options.kept) options.log(`Making a new Postgres cluster in ${runAs.home}.`);
  const incoming = `${files.cluster}.new`;
  await rm(incoming, { recursive: true, force: true });
  await writePassword(files.password, options.password ?? newPassword(), runAs);
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
    cwd: runAs.home,
    logFile: files.log,
    pidFile: files.pid,
    scratch: options.kept ? undefined : runAs.home,
    ...(runAs.user && { user: runAs.user }),
  });
  const exit = await initdb.exited;
  if (exit.status !== 0) throw new LocalStackError(`Postgres's initdb failed:\n${exit.log}`);
  await rename(incoming, files.cluster);
  return readPassword(files.password);
}

/** The names of C.UTF-8: Postgres has its own since version 17. */
async function localeOf(binaries: string): Promise<readonly string[]> {
  const { stdout } = await run(join(binaries, "bin", "initdb"), ["--version"]);
  const version = Number(/\d+/.exec(stdout)?.[0]);
  return version < 17
    ? ["--locale=C.UTF-8"]
    : ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
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

/** A random password. */
export const newPassword = () => randomBytes(24).toString("hex");

async function writePassword(file: string, password: string, { user }: RunAs): Promise<void> {
  await writeFile(file, password, { mode: 0o600 });
  if (user !== undefined) await chown(file, user.uid, user.gid);
}

async function readPassword(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new LocalStackError(
      `${file} is gone: remove the folder it was in to begin with an empty database.`,
      { cause },
    );
  }
}

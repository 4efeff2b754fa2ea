import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, lstat, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { postgresFolder } from "./binaries.ts";
import { LocalStackError } from "./errors.ts";
import type { RunAs } from "./run-as.ts";

const run = promisify(execFile);

/** The file in a data folder that stores the path of its cluster when the cluster is elsewhere. */
export const pointerFile = "cluster-is-at";

type User = { readonly uid: number; readonly gid: number };

/**
 * For root where user namespaces are forbidden: runs as the user `nobody`. The cluster, and a copy of the binaries if
 * needed, are in another folder that `nobody` may enter. A file in the data folder stores its path, so that the next
 * start finds the same data.
 *
 * @param parents where that folder may be created, in order of preference: folders that survive a reboot come first
 * @param binaries the folder with Postgres's `bin`, `lib` and `share`; default: that of the npm package
 * @throws LocalStackError when there is no such user or folder
 */
export async function runAsNobody(
  dataDir: string,
  parents = ["/var/lib", tmpdir()],
  binaries = postgresFolder(),
): Promise<RunAs> {
  const user = await nobody();
  const kept = await pointedAt(dataDir);
  const outside = kept === undefined ? await outsideFolder(user, parents) : dirname(kept);
  const home = kept ?? (await newHome(dataDir, outside, user));
  return { home, binaries: await binariesFor(user, binaries, outside), prefix: [], user };
}

/**
 * The folder that a data folder points to, if it still exists: one in the system's temporary folder may be deleted by
 * a reboot.
 */
async function pointedAt(dataDir: string): Promise<string | undefined> {
  const pointer = join(dataDir, pointerFile);
  if (!existsSync(pointer)) return undefined;
  const home = (await readFile(pointer, "utf8")).trim();
  return existsSync(home) ? home : undefined;
}

async function nobody(): Promise<User> {
  try {
    const [uid, gid] = await Promise.all([
      run("id", ["-u", "nobody"]),
      run("id", ["-g", "nobody"]),
    ]);
    // As a signed 32-bit number, which Node requires: macOS returns -2 as 4294967294.
    return { uid: Number(uid.stdout) | 0, gid: Number(gid.stdout) | 0 };
  } catch (cause) {
    throw new LocalStackError(
      "Postgres refuses to run as root, and there is no user `nobody` to run it as: start as an ordinary user, or set DATABASE_URL.",
      { cause },
    );
  }
}

async function outsideFolder(user: User, parents: string[]): Promise<string> {
  const candidates = parents.map((parent) => join(parent, "usance-local-stack"));
  for (const folder of candidates) {
    if (await isOurs(folder, user)) return folder;
  }
  throw new LocalStackError(
    `Postgres refuses to run as root, and the user it would run as instead can enter none of ${candidates.join(", ")}: start as an ordinary user, or set DATABASE_URL.`,
  );
}

/**
 * Creates the folder. Returns whether only root can write to it (in a temporary folder, anyone may have created it
 * first) and the user may enter it.
 */
async function isOurs(folder: string, user: User): Promise<boolean> {
  try {
    const made = await mkdir(folder, { recursive: true });
    if (made !== undefined) await chmod(folder, 0o755);
    const { uid, mode } = await lstat(folder);
    if (uid !== 0 || (mode & 0o170022) !== 0o040000) return false;
    return await allows(user, folder);
  } catch {
    return false;
  }
}

async function newHome(dataDir: string, outside: string, user: User): Promise<string> {
  const home = await mkdtemp(join(outside, "data-"));
  // A cluster that was created while user namespaces were still allowed is copied.
  for (const name of ["cluster", "password"]) {
    if (existsSync(join(dataDir, name))) await run("cp", ["-Rp", join(dataDir, name), home]);
  }
  await run("chown", ["-R", `${user.uid}:${user.gid}`, home]);
  await writeFile(join(dataDir, pointerFile), `${home}\n`);
  for (const name of ["cluster", "password"]) {
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
  return home;
}

async function binariesFor(user: User, original: string, outside: string): Promise<string> {
  if (await allows(user, join(original, "bin", "postgres"))) return original;
  if (original !== postgresFolder()) {
    throw new LocalStackError(
      `Postgres refuses to run as root, and the user it would run as instead may not run ${original}: start as an ordinary user.`,
    );
  }
  const manifest: { version: string } = JSON.parse(
    await readFile(join(original, "..", "package.json"), "utf8"),
  );
  const copy = join(outside, `postgres-${manifest.version}`);
  if (existsSync(copy)) return copy;
  const incoming = await mkdtemp(join(outside, "incoming-"));
  await run("cp", ["-R", `${original}/.`, incoming]);
  await run("chmod", ["-R", "a+rX", incoming]);
  // Another start may have finished first; its copy is equivalent.
  await rename(incoming, copy).catch(() => rm(incoming, { recursive: true, force: true }));
  return copy;
}

/** Whether the user may enter a folder or execute a file. */
function allows(user: User, path: string): Promise<boolean> {
  return run("/bin/sh", ["-c", 'test -x "$0"', path], { ...user, cwd: "/" }).then(
    () => true,
    () => false,
  );
}

import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { postgresFolder } from "./binaries.ts";
import { LocalStackError } from "./processes.ts";

const run = promisify(execFile);

/** The user that Postgres runs as. Postgres refuses to run as root. */
export interface RunAs {
  /** The folder with Postgres's `bin`, `lib` and `share`. */
  readonly binaries: string;
  /** Words that are put before a command, such as `unshare --user`. */
  readonly prefix: readonly string[];
  /** The user to run as, if it is not the user of this process. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/**
 * Chooses the way to run Postgres that works on this machine. An ordinary user runs it directly. Root, and a user
 * whose id has no name (`docker run --user 1234`, which initdb refuses), run it in a user namespace if those are
 * allowed. Otherwise root runs it as `nobody`, who then owns the data folder.
 *
 * @param binaries the folder with Postgres's `bin`, `lib` and `share`; default: that of the npm package
 * @throws LocalStackError when there is no way, or when the existing cluster belongs to another user
 */
export async function chooseRunAs(dataDir: string, binaries = postgresFolder()): Promise<RunAs> {
  const own = process.geteuid?.();
  const nobody = own === 0 ? await runAsNobody(dataDir, binaries) : null;
  // Root must not take over a cluster that an ordinary user created, because that user could no longer reach it.
  const owner = statSync(join(dataDir, "cluster"), { throwIfNoEntry: false })?.uid;
  if (nobody !== null && owner !== undefined && owner === nobody.user?.uid) return nobody;
  if (owner !== undefined && owner !== own) {
    throw new LocalStackError(
      `${dataDir} holds a cluster of user ${owner}: start as that user, or choose another folder.`,
    );
  }
  if (own !== 0 && hasName()) return { binaries, prefix: [] };
  if (await canUseNamespace(dataDir, binaries)) return inUserNamespace(binaries);
  if (nobody !== null) return nobody;
  throw new LocalStackError(
    own === 0
      ? `Postgres refuses to run as root, and the user \`nobody\` cannot enter ${dataDir} or ${binaries}: start as an ordinary user, or set DATABASE_URL.`
      : `Postgres cannot run as user ${own}, which has no name on this machine: add one to /etc/passwd, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/**
 * Runs in a new user namespace, where Postgres sees itself as `nobody` and owns the files of the user who started it.
 * No capability reaches beyond the namespace: root can no longer enter other users' folders, but still its own, even
 * if they are closed to everyone else.
 */
export const inUserNamespace = (binaries = postgresFolder()): RunAs => ({
  binaries,
  prefix: ["unshare", "--user"],
});

/**
 * Runs as the user `nobody`.
 *
 * @returns null when there is no such user, or it cannot enter the folders
 */
export async function runAsNobody(
  dataDir: string,
  binaries = postgresFolder(),
): Promise<RunAs | null> {
  try {
    const ids = await Promise.all(["-u", "-g"].map((what) => run("id", [what, "nobody"])));
    // As signed 32-bit numbers, which Node requires: macOS returns -2 as 4294967294.
    const [uid = 0, gid = 0] = ids.map(({ stdout }) => Number(stdout) | 0);
    const probe = 'test -x "$0" && test -x "$1"';
    const parent = join(dataDir, "..");
    await run("/bin/sh", ["-c", probe, join(binaries, "bin/postgres"), parent], {
      uid,
      gid,
      cwd: "/",
    });
    return { binaries, prefix: [], user: { uid, gid } };
  } catch {
    return null;
  }
}

function hasName(): boolean {
  try {
    return userInfo().username !== "";
  } catch {
    return false;
  }
}

/**
 * Whether user namespaces are allowed (containers often forbid them, some systems lack them), the user id has a name
 * inside one, and binaries and data can be reached from inside.
 */
async function canUseNamespace(dataDir: string, binaries: string): Promise<boolean> {
  const probe = 'id -un && test -x "$0" && test -w "$1"';
  const postgres = join(binaries, "bin", "postgres");
  return run("unshare", ["--user", "sh", "-c", probe, postgres, dataDir]).then(
    () => true,
    () => false,
  );
}

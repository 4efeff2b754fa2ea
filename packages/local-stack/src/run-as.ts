import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { postgresFolder } from "./binaries.ts";
import { LocalStackError } from "./errors.ts";
import { pointerFile, runAsNobody } from "./run-as-nobody.ts";

/** The user that Postgres runs as, and the folders it uses. Postgres refuses to run as root. */
export interface RunAs {
  /**
   * The folder with the cluster, its password and its log: the data folder, unless the user that Postgres runs as
   * cannot enter it.
   */
  readonly home: string;
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
 * allowed. Otherwise root runs it as `nobody`, in a folder outside the data folder.
 *
 * @param binaries the folder with Postgres's `bin`, `lib` and `share`; default: that of the npm package
 * @throws LocalStackError when there is no way, or when the existing cluster belongs to another user
 */
export async function chooseRunAs(dataDir: string, binaries = postgresFolder()): Promise<RunAs> {
  refuseClusterOfAnother(dataDir);
  if (existsSync(join(dataDir, pointerFile))) return runAsNobody(dataDir, undefined, binaries);
  const root = process.geteuid?.() === 0;
  if (!root && hasName()) return runAsSelf(dataDir, binaries);
  if (await canUseNamespace(dataDir, binaries)) return runInUserNamespace(dataDir, binaries);
  if (root) return runAsNobody(dataDir, undefined, binaries);
  throw new LocalStackError(
    `Postgres cannot run as user ${process.geteuid?.()}, which has no name on this machine: add one to /etc/passwd, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/** Root must not move a cluster that an ordinary user created, because that user could no longer reach it. */
function refuseClusterOfAnother(dataDir: string): void {
  for (const name of ["cluster", pointerFile]) {
    const owner = statSync(join(dataDir, name), { throwIfNoEntry: false })?.uid;
    if (owner !== undefined && owner !== process.geteuid?.()) {
      throw new LocalStackError(
        `${dataDir} holds a cluster of user ${owner}: start as that user, or choose another folder.`,
      );
    }
  }
}

/** For an ordinary user: no special measures. */
export async function runAsSelf(dataDir: string, binaries = postgresFolder()): Promise<RunAs> {
  return { home: dataDir, binaries, prefix: [] };
}

/**
 * Runs in a new user namespace, where Postgres sees itself as `nobody` and owns the files of the user who started it.
 * No capability reaches beyond the namespace: root can no longer enter other users' folders, but still its own, even
 * if they are closed to everyone else.
 */
export async function runInUserNamespace(
  dataDir: string,
  binaries = postgresFolder(),
): Promise<RunAs> {
  return { home: dataDir, binaries, prefix: ["unshare", "--user"] };
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
  return promisify(execFile)("unshare", ["--user", "sh", "-c", probe, postgres, dataDir]).then(
    () => true,
    () => false,
  );
}

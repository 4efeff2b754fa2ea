import { execFile } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { postgresFolder } from "./binaries.ts";
import { LocalStackError } from "./errors.ts";
import { pointerFile, runAsNobody } from "./run-as-nobody.ts";

/** As whom Postgres runs, and where it stands for that: it refuses to run as root. */
export interface RunAs {
  /** The folder that holds the cluster, its password and its log: the data folder unless the user
   * Postgres runs as cannot enter that one. */
  readonly home: string;
  /** The folder with Postgres's `bin`, `lib` and `share`. */
  readonly binaries: string;
  /** What goes before a command, such as `unshare --user`. */
  readonly prefix: readonly string[];
  /** Whom to run as, where that is not the user of this process. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/**
 * Finds the way that works on this machine: an ordinary user as itself; root, and a user whose id has
 * no name (`docker run --user 1234`, which initdb refuses), in a user namespace where those are
 * allowed; otherwise root as `nobody`, in a folder outside the data folder.
 *
 * @throws LocalStackError when there is no way, or when the cluster there is another user's
 */
export async function chooseRunAs(dataDir: string): Promise<RunAs> {
  refuseClusterOfAnother(dataDir);
  if (existsSync(join(dataDir, pointerFile))) return runAsNobody(dataDir);
  const root = process.geteuid?.() === 0;
  if (!root && hasName()) return runAsSelf(dataDir);
  if (await canUseNamespace(dataDir)) return runInUserNamespace(dataDir);
  if (root) return runAsNobody(dataDir);
  throw new LocalStackError(
    `Postgres cannot run as user ${process.geteuid?.()}, which has no name on this machine: add one to /etc/passwd, or set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

/** What an ordinary user made is not for root to move elsewhere, out of that user's reach. */
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

/** For an ordinary user: nothing special. */
export async function runAsSelf(dataDir: string): Promise<RunAs> {
  return { home: dataDir, binaries: postgresFolder(), prefix: [] };
}

/**
 * In a user namespace of its own, where Postgres sees itself as `nobody` and the files of the user who
 * started it as its own. No capability reaches beyond the namespace, so root's power to enter other
 * people's folders is gone, but its own, closed to all others, stay open.
 */
export async function runInUserNamespace(dataDir: string): Promise<RunAs> {
  return { home: dataDir, binaries: postgresFolder(), prefix: ["unshare", "--user"] };
}

function hasName(): boolean {
  try {
    return userInfo().username !== "";
  } catch {
    return false;
  }
}

/** Whether namespaces are allowed (containers often forbid them, some systems have none), the id
 * seen inside has a name, and binaries and data can be reached from inside. */
async function canUseNamespace(dataDir: string): Promise<boolean> {
  const probe = 'id -un && test -x "$0" && test -w "$1"';
  const postgres = join(postgresFolder(), "bin", "postgres");
  return promisify(execFile)("unshare", ["--user", "sh", "-c", probe, postgres, dataDir]).then(
    () => true,
    () => false,
  );
}

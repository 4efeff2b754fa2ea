import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * The local Postgres or chain cannot be started. The message is one line that tells a developer what to do, followed
 * by the end of the server's log if a server failed.
 */
export class LocalStackError extends Error {
  override name = "LocalStackError";
}

/**
 * When a process began, in a format of the operating system. It distinguishes the process from a later one with the
 * same id. Undefined when there is no such process; a zombie does not count, because it holds no resources.
 */
export function startOf(pid: number): string | undefined {
  if (process.platform === "linux") {
    const stat = readProc(pid, "stat");
    // The second field, the command in parentheses, may itself contain spaces and parentheses.
    const fields = stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields === undefined || fields[0] === "Z" ? undefined : fields[19];
  }
  const [state, ...started] = ps(pid, "state=,lstart=")?.trim().split(/\s+/) ?? [];
  return state === undefined || state.startsWith("Z") ? undefined : started.join("_");
}

/** The command line of a process, with spaces between its words; undefined when there is no such process. */
export function commandOf(pid: number): string | undefined {
  if (process.platform === "linux") return readProc(pid, "cmdline")?.replaceAll("\0", " ");
  return ps(pid, "command=");
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return undefined;
  }
}

function ps(pid: number, columns: string): string | undefined {
  try {
    return execFileSync("ps", ["-ww", "-o", columns, "-p", String(pid)], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C", TZ: "UTC" },
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return undefined;
  }
}

/** How long a server that was left behind may take to end cleanly, in milliseconds. */
const patience = 10_000;

/**
 * Stops the server that an earlier process left behind in a data folder, if there is one. Only the holder of the
 * folder's claim may call it: the claim means that the earlier process is dead, and that its guardian is stopping the
 * server, or dead as well.
 *
 * @param pidFile the file in which the guardian stored the server's process id
 * @param marker a part of the server's command line that no other process has, because the id may have been reused
 * @throws LocalStackError when even SIGKILL does not end it
 */
export async function endLeftover(
  pidFile: string,
  marker: string,
  log: (message: string) => void,
): Promise<void> {
  const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, "utf8")) : 0;
  const isThere = () => startOf(pid) !== undefined;
  if (pid === 0 || !isThere() || !commandOf(pid)?.includes(marker)) return;
  log(`Ending a server that an earlier run left behind (process ${pid}).`);
  for (const signal of ["SIGINT", "SIGKILL"] as const) {
    if (isThere()) process.kill(pid, signal);
    for (const until = Date.now() + patience; isThere() && Date.now() < until; ) await sleep(20);
  }
  if (isThere()) {
    throw new LocalStackError(
      `The server left behind by an earlier run cannot be ended: process ${pid}.`,
    );
  }
}

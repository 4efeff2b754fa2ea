import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

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

/** Waits at most `limit` milliseconds for the process to end. Returns whether it ended. */
export async function gone(pid: number, limit: number): Promise<boolean> {
  const deadline = Date.now() + limit;
  while (startOf(pid) !== undefined) {
    if (Date.now() > deadline) return false;
    await sleep(20);
  }
  return true;
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

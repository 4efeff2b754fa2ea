import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds of one tick of /proc: the kernel's USER_HZ is 100 wherever Node runs. */
const tickMs = 10;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  readonly cpuMs: number;
}

/**
 * How much CPU some processes, and every Postgres below this one, have used so far, in milliseconds.
 *
 * @returns zeros where there is no /proc
 */
export function cpuOf(pids: readonly number[]): {
  readonly server: number;
  readonly postgres: number;
} {
  const all = processes();
  const ours = descendants(all, [process.pid]);
  const cpuMs = (some: readonly Process[]) => sum(some.map((one) => one.cpuMs));
  return {
    server: cpuMs(all.filter((one) => pids.includes(one.pid))),
    postgres: cpuMs(all.filter((one) => ours.has(one.pid) && one.name === "postgres")),
  };
}

/** The processes of some servers, such as Postgres's: their first processes, and all that these started. */
export function treeOf(pids: readonly number[]): {
  readonly pids: number[];
  readonly cpuMs: number;
} {
  const all = processes();
  const tree = descendants(all, pids);
  return {
    pids: [...tree],
    cpuMs: sum(all.filter((one) => tree.has(one.pid)).map((one) => one.cpuMs)),
  };
}

/** The process that started another one. */
export const parentOf = (pid: number): number =>
  processes().find((one) => one.pid === pid)?.parent ?? 0;

/** Some processes, and all that they started. */
function descendants(all: readonly Process[], pids: readonly number[]): ReadonlySet<number> {
  const found = new Set(pids);
  for (let before = -1; before < found.size; ) {
    before = found.size;
    for (const one of all) if (found.has(one.parent)) found.add(one.pid);
  }
  return found;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

function processes(): Process[] {
  let names: string[] = [];
  try {
    names = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const open = stat.indexOf("(");
      const close = stat.lastIndexOf(")");
      const fields = stat.slice(close + 2).split(" ");
      // Fields 4 and 14 to 17 of proc(5): the parent, and the time in user and kernel mode, its own and
      // that of its children who have ended, as idle connections' backends do.
      const cpuMs = sum(fields.slice(11, 15).map(Number)) * tickMs;
      const comm = stat.slice(open + 1, close);
      return [{ pid: Number(name), parent: Number(fields[1]), name: comm, cpuMs }];
    } catch {
      return []; // it has ended meanwhile
    }
  });
}

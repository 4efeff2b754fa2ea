import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

type Environment = Readonly<Record<string, string>>;

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** The many starts here compile the same files but once. */
const compiled = join(root, "node_modules/.cache/node-compile-cache");

/** A program run as its user runs it, in a process group of its own. */
export interface Entry {
  readonly pid: number;
  /** What it has printed so far. */
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** The first match in what it prints, now or later. Rejects when it ends without. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  signal(name: NodeJS.Signals): void;
  /** As a terminal does at Ctrl-C: to every process of the group. */
  signalGroup(name: NodeJS.Signals): void;
}

/** Runs an entry file of `src` with these variables and no others of the service's. */
export function runEntry(
  name: "dev" | "main" | "keys" | "verify",
  environment: Environment = {},
  words: readonly string[] = [],
): Entry {
  const file = join(root, "apps/api/src", `${name}.ts`);
  const quiet = ["ExperimentalWarning", "DeprecationWarning"].map(
    (kind) => `--disable-warning=${kind}`,
  );
  return run([process.execPath, ...quiet, file, ...words], environment);
}

export function run([command = "", ...args]: readonly string[], environment: Environment): Entry {
  const { PATH = "", HOME = "/", TMPDIR = tmpdir() } = process.env;
  // The machine's own programs, as a user's shell finds them: not those of the scripts around us.
  const machinePath = PATH.split(":").filter((folder) => !folder.endsWith("node_modules/.bin"));
  const child = spawn(command, args, {
    cwd: root,
    env: {
      PATH: machinePath.join(":"),
      HOME,
      TMPDIR,
      NODE_COMPILE_CACHE: compiled,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const pid = child.pid ?? 0;
  const out = textOf(child.stdout);
  const err = textOf(child.stderr);
  const ended = endOf(child);
  const signalGroup = (name: NodeJS.Signals) => ignoreGone(() => process.kill(-pid, name));
  onTestFinished(async () => {
    signalGroup("SIGKILL");
    await ended;
  });
  return {
    pid,
    out,
    err,
    ended,
    printed: async (pattern) => {
      let over = false;
      void ended.then(() => {
        over = true;
      });
      for (;;) {
        const last = over;
        const match = pattern.exec(out());
        if (match !== null) return match;
        if (last) throw new Error(`It ended without printing ${pattern}:\n${out()}${err()}`);
        await sleep(20);
      }
    },
    signal: (name) => void child.kill(name),
    signalGroup,
  };
}

function textOf(stream: ChildProcess["stdout"]): () => string {
  let text = "";
  stream?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return () => text;
}

function endOf(child: ChildProcess): Promise<number | NodeJS.Signals> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? signal ?? -1));
  });
}

/** A folder for this test alone, removed after it with the processes that use it. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "usance-processes-test-"));
  onTestFinished(async () => {
    await until(() => {
      const left = processesOf(folder);
      killAll(left);
      return left.length === 0;
    });
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  });
  return folder;
}

/** Waits until the condition holds; the test's own time limit is the limit. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}

/** The servers that run on a folder: their command lines name it. */
export function processesOf(folder: string): number[] {
  return commandLines()
    .filter(({ pid, command }) => pid !== process.pid && command.includes(folder))
    .map(({ pid }) => pid);
}

/** SIGKILL, for those that are still there: one of them may end with another. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) ignoreGone(() => process.kill(pid, "SIGKILL"));
}

/** The files that say a folder is in use. */
export function locksIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /(^|\/)(\.claim-[^/]*|postmaster\.pid)$/.test(path),
  );
}

function commandLines(): { pid: number; command: string }[] {
  if (!existsSync("/proc/self/cmdline")) {
    return execFileSync("ps", ["-Aww", "-o", "pid=,command="], { encoding: "utf8" })
      .split("\n")
      .map((line) => ({ pid: Number.parseInt(line, 10), command: line }));
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: commandOf(name) }));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // ended meanwhile
  }
}

function ignoreGone(kill: () => void): void {
  try {
    kill();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { serviceFlags } from "../../src/cli/commands/start.ts";

/** The root of the repository. */
export const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** The many starts here compile the same files only once. */
const compiled = join(root, "node_modules/.cache/node-compile-cache");

/** A program as its user runs it, in its own process group. */
export interface Program {
  readonly pid: number;
  /** Its output so far. */
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves with the exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
  /** Waits for the first match in its output. Rejects when it ends without one. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  signal(name: NodeJS.Signals): void;
  /** Sends SIGINT to every process of the group, as a terminal does at Ctrl-C. */
  signalGroup(name: NodeJS.Signals): void;
}

/**
 * The command line of `usance` with these words.
 *
 * @param of the root of another version's repository
 */
export function usanceCommand(words: readonly string[], of = root): string[] {
  const entry = join(of, "apps/api/src/cli/usance.ts");
  // With its flags from the start, or `start` would replace its process first.
  const flags = words[0] === "start" ? serviceFlags : [];
  return [process.execPath, ...flags, entry, ...words];
}

/** Where the machine's programs are, as a user's shell finds them, without those of the scripts around this process. */
export const machinePath = (): string =>
  (process.env.PATH ?? "")
    .split(":")
    .filter((folder) => !folder.endsWith("node_modules/.bin"))
    .join(":");

/**
 * Starts a program with no other variables of the service than these.
 *
 * @param options.logFile receives its output as it is written
 * @param options.cwd its working folder; by default the root of the repository
 */
export function startProgram(
  [command = "", ...args]: readonly string[],
  environment: Readonly<Record<string, string>>,
  { logFile, cwd = root }: { logFile?: string | undefined; cwd?: string } = {},
): Program {
  const { HOME = "/", TMPDIR = tmpdir() } = process.env;
  const child = spawn(command, args, {
    cwd,
    env: {
      PATH: machinePath(),
      HOME,
      TMPDIR,
      NODE_COMPILE_CACHE: compiled,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const pid = child.pid ?? 0;
  const out = textOf(child.stdout, logFile);
  const err = textOf(child.stderr, logFile);
  const ended = endOf(child);
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
    signalGroup: (name) => ignoreGone(() => process.kill(-pid, name)),
  };
}

function textOf(stream: ChildProcess["stdout"], logFile: string | undefined): () => string {
  let text = "";
  stream?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    if (logFile !== undefined) appendFileSync(logFile, chunk);
  });
  return () => text;
}

function endOf(child: ChildProcess): Promise<number | NodeJS.Signals> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(code ?? signal ?? -1));
  });
}

export function ignoreGone(kill: () => void): void {
  try {
    kill();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

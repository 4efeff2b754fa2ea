import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { until } from "../harness/until.ts";
import { ignoreGone, type Program, startProgram, usanceCommand } from "./program.ts";

type Environment = Readonly<Record<string, string>>;

export type Entry = Program;

/** Runs `usance` with these words, and with no other variables of the service than these. */
export function runUsance(words: readonly string[], environment: Environment = {}): Entry {
  return run(usanceCommand(words), environment);
}

/** Runs a program, which ends with its test at the latest. */
export function run(command: readonly string[], environment: Environment, cwd?: string): Entry {
  const program = startProgram(command, environment, { ...(cwd !== undefined && { cwd }) });
  onTestFinished(async () => {
    program.signalGroup("SIGKILL");
    await program.ended;
  });
  return program;
}

/** A folder for one test. It is removed after the test, with the processes that use it. */
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

/** The servers that use a folder, found by their command lines. */
export function processesOf(folder: string): number[] {
  return commandLines()
    .filter(({ pid, command }) => pid !== process.pid && command.includes(folder))
    .map(({ pid }) => pid);
}

/** Sends SIGKILL to those that still run: one may end because another did. */
export function killAll(pids: readonly number[]): void {
  for (const pid of pids) ignoreGone(() => process.kill(pid, "SIGKILL"));
}

/** The files that mark a folder as in use. */
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

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A server under measure, in a process of its own. */
export interface Child {
  readonly pid: number;
  /** As it printed it: `Listening on <url>`. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Runs Node with these words: flags, an entry file, and what comes after it. NODE_OPTIONS reaches it, for a profile.
 */
export async function startChild(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Child> {
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await listening(child);
  return {
    pid: child.pid ?? 0,
    url,
    stop: async () => {
      child.kill("SIGTERM");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

async function listening({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("Its output is a pipe.");
  for await (const line of createInterface(stdout)) {
    const [, url] = /^Listening on (\S+)$/.exec(line) ?? [];
    if (url === undefined) continue;
    stdout.resume(); // or its later lines would stop it
    return url;
  }
  throw new Error("The service ended without listening.");
}

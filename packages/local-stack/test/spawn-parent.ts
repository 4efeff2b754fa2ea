import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { onTestFinished } from "vitest";

export interface ParentOptions {
  /** Starts Postgres, with these options; not durable unless it says so. */
  readonly postgres?: { readonly dataDir?: string; readonly durable?: boolean };
  /** Starts anvil, with these options. */
  readonly chain?: { readonly dataDir?: string };
  /** Where Postgres is to run as `nobody`: the parent of the folder outside. */
  readonly outside?: string;
}

export interface ParentReport {
  readonly messages: readonly string[];
  readonly postgres?: string | undefined;
  readonly chain?: string | undefined;
  readonly error?: string;
}

export interface Parent extends ParentReport {
  readonly pid: number;
  /** Ends the parent, and it alone, by SIGKILL. */
  kill(): Promise<void>;
}

/** Runs `parent.ts`, of this package or a copy of it, perhaps as another user. */
export async function spawnParent(
  options: ParentOptions,
  where: { node?: string; root?: string; uid?: number; gid?: number } = {},
): Promise<Parent> {
  const { node = process.execPath, root = join(import.meta.dirname, ".."), ...user } = where;
  const script = join(root, "test", "parent.ts");
  const child = spawn(node, [script, JSON.stringify(options)], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    ...user,
  });
  const kill = () => killAndWait(child);
  onTestFinished(kill);
  const line = await firstLine(child);
  return { ...(JSON.parse(line) as ParentReport), pid: child.pid ?? 0, kill };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("no output to read");
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error("the parent ended without a report");
}

async function killAndWait(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

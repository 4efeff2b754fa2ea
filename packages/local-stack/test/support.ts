import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { onTestFinished } from "vitest";
import { publicDevAccount } from "../src/anvil.ts";

/** A folder for this test alone, removed after it, when the servers in it are gone: some end only
 * because their parent, registered later and so ended before, was killed. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "usance-local-stack-test-"));
  onTestFinished(async () => {
    await until(() => processesOf(folder).length === 0);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Waits until the condition holds; the test's own timeout is the limit. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(20);
}

/** The processes whose command line names the folder: guardians and servers, not tests. */
export function processesOf(folder: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const named = pids.filter((pid) => textOf(`/proc/${pid}/cmdline`).includes(folder));
  return named.map(Number).filter((pid) => pid !== process.pid);
}

/** @returns an empty text when there is no such file */
export function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** Runs one statement on a connection of its own. @returns its rows */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {}); // the servers here are meant to go away
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Calls a method of a chain. @returns its result */
export async function rpc(url: string, method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body });
  return ((await answer.json()) as { result: unknown }).result;
}

/** Writes into a Postgres, and reads what was written. */
export const rows = {
  write: async (url: string) => void (await query(url, "create table kept as select 42 as answer")),
  read: async (url: string) => JSON.stringify(await query(url, "select answer from kept")),
};

/** Makes a transaction with a log on a chain, waits until it is mined, and reads the chain's logs. */
export const logs = {
  write: async (url: string) => {
    const data = "0x60006000a000"; // the code of a new contract: it logs and stops
    const hash = await rpc(url, "eth_sendTransaction", { from: publicDevAccount.address, data });
    while ((await rpc(url, "eth_getTransactionReceipt", hash)) === null) await sleep(10);
  },
  read: async (url: string) =>
    JSON.stringify(await rpc(url, "eth_getLogs", { fromBlock: "0x0", toBlock: "latest" })),
};

interface Parent {
  readonly postgres: string;
  readonly chain: string;
  readonly error?: string;
  readonly pid: number;
  /** Ends the parent, and it alone, by SIGKILL. */
  kill(): Promise<void>;
}

/** Runs `parent.ts`, of this package or a copy of it, perhaps as another user, on two folders or temporary ones. */
export async function spawnParent(
  folder: string | null,
  where: { node?: string; root?: string; uid?: number; gid?: number } = {},
): Promise<Parent> {
  const { node = process.execPath, root = join(import.meta.dirname, ".."), ...user } = where;
  const child = spawn(node, [join(root, "test/parent.ts"), ...(folder === null ? [] : [folder])], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    ...user,
  });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  };
  onTestFinished(kill);
  return { ...JSON.parse(await firstLine(child)), pid: child.pid ?? 0, kill };
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error("no output to read");
  for await (const line of createInterface({ input: stdout })) return line;
  throw new Error("the parent ended without a report");
}

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { onTestFinished, vi } from "vitest";
import { publicDevAccount } from "../src/anvil.ts";
import { rpcTo } from "../src/rpc.ts";

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

/** Runs one statement on a connection of its own and answers its rows. */
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

/** Waits until the condition holds; the test's own timeout is the limit. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}

/** The processes whose command line names the folder: guardians and servers, not tests. */
export function processesOf(folder: string): { pid: number; command: string }[] {
  return commandLines().filter(
    ({ pid, command }) => pid !== process.pid && command.includes(folder),
  );
}

/** SIGKILL, for those that are still there: one of them may end with another. */
export function killAll(processes: readonly { pid: number }[]): void {
  for (const { pid } of processes) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
    }
  }
}

/** Makes a folder of its own the system's temporary folder, for this test and its child processes. */
export function ownTemporaryFolder(): string {
  const folder = temporaryFolder();
  vi.stubEnv("TMPDIR", folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}

function commandLines(): { pid: number; command: string }[] {
  if (process.platform !== "linux") {
    return execFileSync("ps", ["-Aww", "-o", "pid=,command="], { encoding: "utf8" })
      .split("\n")
      .map((line) => ({ pid: Number.parseInt(line, 10), command: line }));
  }
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), command: readCommand(name) }));
}

function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return ""; // ended meanwhile
  }
}

export interface Receipt {
  readonly status: string;
  readonly contractAddress: string | null;
  readonly blockNumber: string;
  readonly logs: readonly unknown[];
}

/** Sends a transaction from the public account and waits for its receipt. */
export async function send(
  url: string,
  transaction: Readonly<Record<string, string>>,
): Promise<{ hash: string; receipt: Receipt }> {
  const hash = await rpcTo(url)<string>("eth_sendTransaction", {
    from: publicDevAccount.address,
    ...transaction,
  });
  for (;;) {
    const receipt = await receiptOf(url, hash);
    if (receipt !== null) return { hash, receipt };
    await sleep(10);
  }
}

export function receiptOf(url: string, hash: string): Promise<Receipt | null> {
  return rpcTo(url)<Receipt | null>("eth_getTransactionReceipt", hash);
}

/** Deploys a contract that emits one log at each call, calls it, and answers that call. */
export async function sendWithLog(url: string): Promise<{ hash: string; receipt: Receipt }> {
  const logAndStop = "60006000a0";
  const deploy = `0x600580600b6000396000f3${logAndStop}`;
  const { receipt } = await send(url, { data: deploy });
  return send(url, { to: receipt.contractAddress ?? "" });
}

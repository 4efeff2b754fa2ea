import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publicDevAccount, startAnvil } from "../src/anvil.ts";
import { keepSnapshots, stateFiles } from "../src/chain-state.ts";
import { rpcTo } from "../src/rpc.ts";
import {
  ownTemporaryFolder,
  processesOf,
  receiptOf,
  send,
  sendWithLog,
  temporaryFolder,
  until,
} from "./support.ts";

test("a restarted chain keeps receipts and logs, and continues from there", async () => {
  const dataDir = temporaryFolder();
  const first = await startAnvil({ dataDir });
  const { hash, receipt } = await sendWithLog(first.url);
  expect(receipt.logs).toHaveLength(1);
  await first.stop();
  expect(processesOf(dataDir)).toEqual([]);

  const second = await startAnvil({ dataDir });
  const rpc = rpcTo(second.url);
  expect(await receiptOf(second.url, hash)).toEqual(receipt);
  const everything = { fromBlock: "0x0", toBlock: "latest" };
  expect(await rpc("eth_getLogs", everything)).toEqual(receipt.logs);
  const next = await sendWithLog(second.url);
  expect(Number(next.receipt.blockNumber)).toBe(Number(receipt.blockNumber) + 2);
  expect(await rpc("eth_getLogs", everything)).toEqual([...receipt.logs, ...next.receipt.logs]);
  await second.stop();
});

test("a chain whose last state is truncated continues from the previous snapshot", async () => {
  const dataDir = temporaryFolder();
  const first = await startAnvil({ dataDir });
  const { good, dump } = stateFiles(dataDir);
  const stop = keepSnapshots(dataDir, rpcTo(first.url), 20);
  const saved = await send(first.url, { to: publicDevAccount.address });
  await until(() => readIfThere(good).includes(saved.hash));
  await stop();
  const lost = await send(first.url, { to: publicDevAccount.address });
  await first.stop();
  truncateSync(dump, Math.floor(statSync(dump).size / 2));

  const messages: string[] = [];
  const second = await startAnvil({ dataDir, log: (message) => messages.push(message) });
  expect(await receiptOf(second.url, saved.hash)).toEqual(saved.receipt);
  expect(await receiptOf(second.url, lost.hash)).toBeNull();
  expect(messages).toEqual([
    "The chain's last state was cut short: going back to the snapshot before.",
  ]);
  await second.stop();
});

test("a killed chain is reported and continues from its last snapshot", async () => {
  const dataDir = temporaryFolder();
  const first = await startAnvil({ dataDir });
  const stop = keepSnapshots(dataDir, rpcTo(first.url), 20);
  const saved = await send(first.url, { to: publicDevAccount.address });
  await until(() => readIfThere(stateFiles(dataDir).good).includes(saved.hash));
  await stop();
  process.kill(Number(readFileSync(join(dataDir, "server.pid"), "utf8")), "SIGKILL");
  expect(await first.exited).toMatchObject({ asked: false, status: 128 + 9 });

  const second = await startAnvil({ dataDir });
  expect(await receiptOf(second.url, saved.hash)).toEqual(saved.receipt);
  await second.stop();
});

test("concurrent chains are independent, and temporary ones leave nothing", async () => {
  const folder = ownTemporaryFolder();
  const chains = await Promise.all(Array.from({ length: 6 }, () => startAnvil()));
  expect(new Set(chains.map(({ url }) => url)).size).toBe(6);
  const [first, second] = chains;
  if (first === undefined || second === undefined) throw new Error("no chains");
  const { hash } = await send(first.url, { to: publicDevAccount.address });
  expect(await receiptOf(second.url, hash)).toBeNull();
  expect(await rpcTo(first.url)("eth_chainId")).toBe("0x7a69");
  await Promise.all(chains.map((chain) => chain.stop()));
  expect(readdirSync(folder)).toEqual([]);
});

test("the public account is the chain's first", async () => {
  const chain = await startAnvil();
  const [first] = await rpcTo(chain.url)<string[]>("eth_accounts");
  expect(first?.toLowerCase()).toBe(publicDevAccount.address.toLowerCase());
  await chain.stop();
});

test("a port in use is reported with anvil's own message", async () => {
  const chain = await startAnvil();
  const port = Number(new URL(chain.url).port);
  await expect(startAnvil({ port })).rejects.toThrow(/anvil did not start:\n.*in use/s);
  await chain.stop();
});

test("a .env file in the current folder does not affect the chain", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, ".env"), "ANVIL_IP_ADDR=192.0.2.1\n");
  const cwd = process.cwd();
  process.chdir(folder);
  const chain = await startAnvil().finally(() => process.chdir(cwd));
  expect(chain.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await chain.stop();
});

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

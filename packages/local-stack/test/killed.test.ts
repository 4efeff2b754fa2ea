import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type Parent, spawnParent } from "./spawn-parent.ts";
import {
  killAll,
  ownTemporaryFolder,
  processesOf,
  query,
  receiptOf,
  sendWithLog,
  temporaryFolder,
  until,
} from "./support.ts";

test("after the parent is killed no process stays, and the next start has rows and receipts", async () => {
  const folder = temporaryFolder();
  const parent = await start(folder);
  const receipt = await fill(parent);
  await parent.kill();
  await until(() => processesOf(folder).length === 0);
  await expectFilled(await start(folder), receipt);
});

test("after the parent is killed the next start waits for processes that are closing", async () => {
  const folder = temporaryFolder();
  const parent = await start(folder);
  const receipt = await fill(parent);
  await parent.kill();
  await expectFilled(await start(folder), receipt);
});

test("after parent, guardians and Postgres are killed at once the next start has the rows", async () => {
  const folder = temporaryFolder();
  const parent = await start(folder, true);
  await fill(parent);
  killAll(processesOf(folder));
  await parent.kill();
  const next = await start(folder);
  expect(next.error).toBeUndefined();
  expect(await query(url(next.postgres), "select answer from kept")).toEqual([{ answer: 42 }]);
  await sendWithLog(url(next.chain));
});

test("after parent and guardians are killed the next start stops the orphans and has their data", async () => {
  const folder = temporaryFolder();
  const parent = await start(folder);
  const receipt = await fill(parent);
  const servers = ["postgres", "chain"].map((name) => serverIn(join(folder, name)));
  await parent.kill(); // it goes first, but the guardians have no time to notice
  killAll(processesOf(folder).filter(({ pid }) => !servers.includes(pid)));
  const next = await start(folder);
  await expectFilled(next, receipt);
  expect(processesOf(folder).filter(({ pid }) => servers.includes(pid))).toEqual([]);
});

test("a killed parent with temporary servers leaves no process and no folder", async () => {
  const folder = ownTemporaryFolder();
  const parent = await spawnParent({ postgres: {}, chain: {} });
  expect(readdirSync(folder)).toHaveLength(2);
  await parent.kill();
  await until(() => processesOf(folder).length === 0);
  expect(readdirSync(folder)).toEqual([]);
  await expect(query(url(parent.postgres), "select 1")).rejects.toThrow();
  await expect(receiptOf(url(parent.chain), "0x0")).rejects.toThrow();
});

test("a process without remaining work exits although its servers run, and they stop with it", async () => {
  const folder = temporaryFolder();
  const index = pathToFileURL(join(import.meta.dirname, "..", "src", "index.ts"));
  const script = `
    import { startAnvil, startPostgres } from ${JSON.stringify(index.href)};
    await startAnvil({ dataDir: ${JSON.stringify(join(folder, "chain"))} });
    await startPostgres({ dataDir: ${JSON.stringify(join(folder, "postgres"))}, durable: false });
  `;
  await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  await until(() => processesOf(folder).length === 0);
});

function start(folder: string, durable = false): Promise<Parent> {
  return spawnParent({
    postgres: { dataDir: join(folder, "postgres"), durable },
    chain: { dataDir: join(folder, "chain") },
  });
}

async function fill(parent: Parent) {
  await query(url(parent.postgres), "create table kept as select 42 as answer");
  return sendWithLog(url(parent.chain));
}

async function expectFilled(parent: Parent, sent: Awaited<ReturnType<typeof fill>>) {
  expect(parent.error).toBeUndefined();
  expect(await query(url(parent.postgres), "select answer from kept")).toEqual([{ answer: 42 }]);
  expect(await receiptOf(url(parent.chain), sent.hash)).toEqual(sent.receipt);
}

function serverIn(folder: string): number {
  return Number(readFileSync(join(folder, "server.pid"), "utf8"));
}

function url(url: string | undefined): string {
  if (url === undefined) throw new Error("the server did not start");
  return url;
}

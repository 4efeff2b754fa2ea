import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startAnvil, startPostgres } from "../src/index.ts";
import { type Parent, spawnParent } from "./spawn-parent.ts";
import { processesOf, query, receiptOf, sendWithLog, temporaryFolder, until } from "./support.ts";

test("when the parent is killed no process stays, and the next start has rows and receipts", async () => {
  const folder = temporaryFolder();
  const parent = await start(folder);
  const receipt = await fill(parent);
  await parent.kill();
  await until(() => processesOf(folder).length === 0);
  await expectFilled(await start(folder), receipt);
});

test("when the parent is killed the next start waits for what is still closing", async () => {
  const folder = temporaryFolder();
  const parent = await start(folder);
  const receipt = await fill(parent);
  await parent.kill();
  await expectFilled(await start(folder), receipt);
});

test("when parent, guardians and Postgres are killed at once the next start has the rows", async () => {
  const folder = temporaryFolder();
  const parent = await start(folder);
  await fill(parent);
  for (const { pid } of processesOf(folder)) process.kill(pid, "SIGKILL");
  await parent.kill();
  const next = await start(folder);
  expect(await query(url(next.postgres), "select answer from kept")).toEqual([{ answer: 42 }]);
});

test("when parent and guardians are killed the next start ends the orphans and has their data", async () => {
  const folder = temporaryFolder();
  const parent = await start(folder);
  const receipt = await fill(parent);
  const servers = ["postgres", "chain"].map((name) => serverIn(join(folder, name)));
  await parent.kill(); // it goes first, but the guardians have no time to notice
  for (const { pid } of processesOf(folder)) {
    if (!servers.includes(pid)) process.kill(pid, "SIGKILL");
  }
  const next = await start(folder);
  await expectFilled(next, receipt);
  expect(processesOf(folder).filter(({ pid }) => servers.includes(pid))).toEqual([]);
});

test("a parent killed with throw-away servers leaves no process and no folder", async () => {
  const parent = await spawnParent({ postgres: {}, chain: {} });
  const [folder] = await query(
    url(parent.postgres),
    "select current_setting('data_directory') as is",
  );
  const cluster = String(folder?.is);
  expect(processesOf(cluster)).not.toEqual([]);
  await parent.kill();
  await until(() => processesOf(cluster).length === 0);
  await expect(query(url(parent.postgres), "select 1")).rejects.toThrow();
  await expect(receiptOf(url(parent.chain), "0x0")).rejects.toThrow();
});

test("a process that has nothing left to do ends although its servers run", async () => {
  const chain = await startAnvil();
  const postgres = await startPostgres({ durable: false });
  // The same as in any script without a stop: it is enough that neither holds the event loop.
  expect(process.getActiveResourcesInfo()).not.toContain("ProcessWrap");
  await Promise.all([chain.stop(), postgres.stop()]);
});

function start(folder: string): Promise<Parent> {
  return spawnParent({
    postgres: { dataDir: join(folder, "postgres") },
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

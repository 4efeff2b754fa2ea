import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import {
  logs,
  processesOf,
  query,
  rows,
  spawnParent,
  temporaryFolder,
  textOf,
  until,
} from "./support.ts";

type Parent = Awaited<ReturnType<typeof spawnParent>>;

async function fill({ postgres, chain }: Parent): Promise<string> {
  await rows.write(postgres);
  await logs.write(chain);
  return logs.read(chain);
}

async function expectFilled(parent: Parent, written: string): Promise<void> {
  expect(parent.error).toBeUndefined();
  expect(await rows.read(parent.postgres)).toBe('[{"answer":42}]');
  expect(await logs.read(parent.chain)).toBe(written);
}

test("after the parent is killed no process stays, and the next start has rows and logs", async () => {
  const folder = temporaryFolder();
  const parent = await spawnParent(folder);
  const written = await fill(parent);
  const refused = await spawnParent(folder);
  expect(refused.error).toContain(`is in use by process ${parent.pid}: stop that one first`);
  await refused.kill();
  await parent.kill();
  await until(() => processesOf(folder).length === 0);
  await expectFilled(await spawnParent(folder), written);
});

test("after the parent is killed the next start waits for processes that are closing", async () => {
  const folder = temporaryFolder();
  const parent = await spawnParent(folder);
  const written = await fill(parent);
  await parent.kill();
  await expectFilled(await spawnParent(folder), written);
});

test("after parent and guardians are killed the next start stops the orphans and has their data", async () => {
  const folder = temporaryFolder();
  const parent = await spawnParent(folder);
  const written = await fill(parent);
  const servers = ["postgres", "chain"].map((name) =>
    Number(textOf(join(folder, name, "server.pid"))),
  );
  await parent.kill(); // it goes first, but the guardians have no time to notice
  for (const pid of processesOf(folder)) if (!servers.includes(pid)) process.kill(pid, "SIGKILL");
  await expectFilled(await spawnParent(folder), written);
  expect(processesOf(folder).filter((pid) => servers.includes(pid))).toEqual([]);
});

test("a killed parent with temporary servers leaves no process and no folder", async () => {
  const folder = temporaryFolder();
  vi.stubEnv("TMPDIR", folder);
  const parent = await spawnParent(null).finally(vi.unstubAllEnvs);
  expect(readdirSync(folder)).toHaveLength(2);
  await parent.kill();
  await until(() => processesOf(folder).length === 0);
  expect(readdirSync(folder)).toEqual([]);
  await expect(query(parent.postgres, "select 1")).rejects.toThrow();
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

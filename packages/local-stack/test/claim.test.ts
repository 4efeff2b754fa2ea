import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { claimFolder } from "../src/claim.ts";
import { LocalStackError, startAnvil } from "../src/index.ts";
import { startOf } from "../src/processes.ts";
import { spawnParent } from "./spawn-parent.ts";
import { query, sendWithLog, temporaryFolder } from "./support.ts";

test("a data folder in use is refused in one line, and its process is not affected", async () => {
  const folder = temporaryFolder();
  const options = {
    postgres: { dataDir: join(folder, "a") },
    chain: { dataDir: join(folder, "b") },
  };
  const first = await spawnParent(options);
  const [second, third] = await Promise.all([
    spawnParent({ postgres: options.postgres }),
    spawnParent({ chain: options.chain }),
  ]);
  const refusal = (name: string) =>
    `${join(folder, name)} is in use by process ${first.pid}: stop that one first, or choose another folder.`;
  expect(second.error).toBe(refusal("a"));
  expect(third.error).toBe(refusal("b"));
  expect(await query(first.postgres ?? "", "select 1 as one")).toEqual([{ one: 1 }]);
  expect((await sendWithLog(first.chain ?? "")).receipt.status).toBe("0x1");
});

test("one of several concurrent starts on a folder succeeds", async () => {
  const chain = { dataDir: temporaryFolder() };
  const all = await Promise.all(Array.from({ length: 4 }, () => spawnParent({ chain })));
  const [winner, ...others] = all.filter(({ error }) => error === undefined);
  expect(others).toEqual([]);
  expect((await sendWithLog(winner?.chain ?? "")).receipt.status).toBe("0x1");
});

test("a data folder used by this process is refused until it is stopped", async () => {
  const dataDir = temporaryFolder();
  const first = await startAnvil({ dataDir });
  await expect(startAnvil({ dataDir })).rejects.toThrow(LocalStackError);
  await first.stop();
  const second = await startAnvil({ dataDir });
  await second.stop();
});

test("a start waits while the folder's holder is closing", async () => {
  const folder = temporaryFolder();
  const release = await claimFolder(folder);
  const next = claimFolder(folder);
  await release();
  await (await next)();
  expect(readdirSync(folder)).toEqual([]);
});

test("a dead process's claim is ignored, even if its process id is in use again", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, `.claim-${process.ppid}-1`), "");
  expect(startOf(process.ppid)).not.toBe("1");
  const release = await claimFolder(folder);
  expect(readdirSync(folder)).toEqual([`.claim-${process.pid}-${startOf(process.pid)}`]);
  await release();
});

test("a folder that cannot be created is reported in one line", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  await expect(claimFolder(join(file, "data"))).rejects.toThrow(
    /^.*file\/data cannot be used as a data folder: .*ENOTDIR.*$/,
  );
});

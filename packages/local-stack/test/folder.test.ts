import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { anvilBinary, postgresFolder } from "../src/binaries.ts";
import { claimFolder } from "../src/folder.ts";
import { makeFolder } from "../src/index.ts";
import { startOf } from "../src/processes.ts";
import { temporaryFolder } from "./support.ts";

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
  const release = await claimFolder(folder);
  expect(readdirSync(folder)).toEqual([`.claim-${process.pid}-${startOf(process.pid)}`]);
  await release();
});

test("a folder is created with its parents by several calls at once, and reported where it cannot be", async () => {
  const folder = temporaryFolder();
  const path = join(folder, "a", "b", "c");
  await Promise.all([1, 2, 3].map(() => makeFolder(path)));
  expect(existsSync(path)).toBe(true);

  const file = join(folder, "file");
  writeFileSync(file, "");
  await expect(claimFolder(join(file, "data"))).rejects.toThrow(
    /^.*file\/data cannot be used as a data folder: .*ENOTDIR.*$/,
  );
  if (existsSync("/proc/self")) {
    await expect(makeFolder("/proc/none/data")).rejects.toMatchObject({ code: "ENOENT" });
  }
});

test("a platform without binaries is reported in one line with an alternative", () => {
  expect(() => postgresFolder("aix", "ppc64")).toThrow(
    /^No Postgres comes along for aix-ppc64\. Set DATABASE_URL to a PostgreSQL of your own\.$/,
  );
  expect(() => anvilBinary("win32", "x64")).toThrow(
    /^No EVM chain .* Under Windows, run it in WSL\.$/,
  );
});

import { existsSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../src/make-folder.ts";

test("a folder is created with its parents, also by several calls at once", async () => {
  const path = join(await mkdtemp(join(tmpdir(), "usance-make-")), "a", "b", "c");

  await Promise.all([1, 2, 3].map(() => makeFolder(path)));

  expect(existsSync(path)).toBe(true);
});

test("it fails, and ends, where a file exists or nothing can be created", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "usance-make-")), "file");
  writeFileSync(file, "");

  await expect(makeFolder(file)).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolder(join(file, "a", "b"))).rejects.toMatchObject({ code: "ENOTDIR" });
  if (existsSync("/proc/self")) {
    await expect(makeFolder("/proc/none/data")).rejects.toMatchObject({ code: "ENOENT" });
  }
});

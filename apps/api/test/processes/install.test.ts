import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run, temporaryFolder } from "./entry.ts";
import { root } from "./program.ts";

test("a fresh clone is installed without a warning, whichever Node starts pnpm", async () => {
  const clone = temporaryFolder();
  const patterns = ["package.json", "*/package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml"];
  const files = execFileSync("git", ["ls-files", ...patterns], { cwd: root, encoding: "utf8" });
  for (const file of files.trim().split("\n")) cpSync(join(root, file), join(clone, file));
  const install = ["install", "--frozen-lockfile", "--prefer-offline", "--ignore-scripts"];

  const pnpm = run(["npx", "--yes", "pnpm@12.21.0", ...install], { CI: "1" }, clone);

  expect(await pnpm.ended).toBe(0);
  expect(pnpm.out()).toContain("Done in");
  expect(pnpm.out() + pnpm.err().replaceAll(/^npm .*$/gm, "")).not.toMatch(/warn|awaiting/i);
});

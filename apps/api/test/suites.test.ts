import { execFile } from "node:child_process";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { partOf } from "../../../scripts/suites.ts";

/* Each test file belongs to exactly one suite, `pnpm test` or `pnpm test:system`, and there to a part of it. */

const root = fileURLToPath(new URL("../../..", import.meta.url));
const run = promisify(execFile);

it("runs every test file of the repository in one suite", async () => {
  const vitest = ["node_modules/vitest/vitest.mjs", "list", "--filesOnly", "--json"];
  const [listed, kept] = await Promise.all([
    run(process.execPath, vitest, { cwd: root }),
    run("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate"], {
      cwd: root,
    }),
  ]);

  const inSuites: { file: string; projectName: string }[] = JSON.parse(listed.stdout);
  const files = inSuites.map(({ file }) => relative(root, file));
  const tests = kept.stdout.split("\n").filter((file) => /\.(test|spec)\.[cm]?[jt]sx?$/.test(file));
  expect({
    inNone: tests.filter((file) => !files.includes(file)),
    inTwo: files.filter((file, index) => files.indexOf(file) !== index),
    ofNoSuite: inSuites.filter(({ projectName }) => !/^(test|system):/.test(projectName)),
    systemInNoPart: inSuites
      .filter(({ projectName }) => projectName.startsWith("system:"))
      .map(({ file }) => relative(root, file))
      .filter((file) => partOf(file) === undefined),
  }).toEqual({ inNone: [], inTwo: [], ofNoSuite: [], systemInNoPart: [] });
  expect(files.length).toBeGreaterThan(200);
});

import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { testKey, useService } from "../../../apps/api/test/harness/service.ts";

const service = useService();
const root = new URL("../../../", import.meta.url);

it("the README's program meters, invoices and settles, and prints what stands there", async () => {
  const readme = readFileSync(new URL("README.md", root), "utf8");
  const [, code = "", printed = ""] =
    /### From TypeScript[\s\S]*?```ts\n([\s\S]*?)```\n+```text\n([\s\S]*?)```/.exec(readme) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "usance-readme-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(fileURLToPath(new URL("apps/demo/node_modules", root)), join(folder, "node_modules"));
  const file = join(folder, "program.mts");
  writeFileSync(file, code.replace("http://127.0.0.1:3000", service().url));

  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", file],
    { env: { ...process.env, KEY: testKey } },
  );

  expect(stderr).toBe("");
  expect(stdout).toBe(printed);
});

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { blocksOf } from "../../../../apps/api/test/harness/blocks.ts";
import { runDocumentedCalls } from "../../../../apps/api/test/harness/documented-calls.ts";
import { testKey, useService } from "../../../../apps/api/test/harness/service.ts";
import { startRegistry } from "./local-registry.ts";

/*
 * docs/quickstart.md is followed to the letter, in a clone of its own: each command is run as it stands, but
 * for `usance verify`. The README's program runs in the same project.
 */

const service = useService();
const root = fileURLToPath(new URL("../../../../", import.meta.url));

it("leads from a clone to a paid invoice", async () => {
  const page = await readFile(join(root, "docs/quickstart.md"), "utf8");
  const readme = await readFile(join(root, "README.md"), "utf8");
  const { folder, sh } = await aClone();

  const [, setUp = ""] = /```sh\n([^`]*npm install[\s\S]*?)```/.exec(page) ?? [];
  await sh(setUp);
  await sh("cd ../first-invoice\nnpm install");

  const project = join(folder, "first-invoice");
  for (const [file, text] of Object.entries({ "first-invoice.mts": page, "readme.mts": readme })) {
    const program = blocksOf(text, "ts").join("").replace("http://127.0.0.1:3000", service().url);
    await writeFile(join(project, file), program);
    expect(await typeErrors(project, file)).toBe("");
  }
  const [, command = "", printed] =
    /```sh\n(node .*\n)```\n+It prints:\n+```text\n([\s\S]*?)```/.exec(page) ?? [];
  expect(await sh(`cd ../first-invoice\n${command}`)).toBe(printed);

  let id = "";
  const held = await runDocumentedCalls(page, service().url, { KEY: testKey }, async (answer) => {
    id = (answer as { settlements: { id: string }[] }).settlements[0]?.id ?? "";
  });
  expect(held).toBe(1);

  const [, verify = "", verified] =
    /```sh\nnpx --yes pnpm@12 --silent usance verify (.*)\n```\n+```text\n([\s\S]*?)```/.exec(
      page,
    ) ?? [];
  const entry = join(root, "apps/api/src/cli/usance.ts");
  expect(await sh(`SETTLEMENT=${id}\nnode "${entry}" verify ${verify}`)).toBe(verified);

  const [, ofReadme] = /console\.log\(.*\n```\n+```text\n([\s\S]*?)```/.exec(readme) ?? [];
  expect(await sh("cd ../first-invoice\nnode readme.mts")).toBe(ofReadme);
}, 300_000);

/** What of this repository the SDK is built from, as a clone; and a shell in it. */
async function aClone() {
  const folder = await mkdtemp(join(tmpdir(), "usance-quickstart-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const clone = join(folder, "usance");
  for (const path of [
    ...["package.json", "pnpm-workspace.yaml", "tsconfig.base.json", "LICENSE", "docs/sdk.md"],
    ...["packages/sdk", "packages/usage-hash", "apps/api/scripts", "scripts"],
  ]) {
    await cp(join(root, path), join(clone, path), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => file !== join(root, path, "dist"),
    });
  }
  await symlink(join(root, "node_modules"), join(clone, "node_modules"));

  const scratch = join(folder, "registry");
  await mkdir(scratch);
  const installed = [
    "apps/demo/node_modules/decimal.js",
    "packages/usage-hash/node_modules/@noble/hashes",
  ];
  const registry = await startRegistry(
    installed.map((path) => join(root, path)),
    scratch,
  );
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    KEY: testKey,
    DATABASE_URL: service().databaseUrl,
    SETTLEMENT_RPC_URL: service().anvil.url,
  };
  // npx keeps the registry that this machine has.
  const npm = `npm() { command npm --registry="${registry}" --cache="${join(folder, "cache")}" "$@"; }\n`;
  const sh = async (script: string) =>
    (await promisify(execFile)("sh", ["-ec", npm + script], { cwd: clone, env })).stdout;
  return { folder, sh };
}

/** What the compiler says of a project that has the SDK as it is published. */
async function typeErrors(project: string, file: string): Promise<string> {
  const types = [join(root, "node_modules/@types/node")];
  const compilerOptions = { ...strict, types };
  const config = { compilerOptions, files: [file] };
  await writeFile(join(project, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const compiled = promisify(execFile)(process.execPath, [tsc, "-p", project]);
  return (await compiled.catch((failed: { stdout: string }) => failed)).stdout;
}

const strict = { target: "ES2024", module: "NodeNext", strict: true, noEmit: true };

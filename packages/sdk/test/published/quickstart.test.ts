import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, it, onTestFinished } from "vitest";
import { blocksOf } from "../../../../apps/api/test/harness/blocks.ts";
import { makeAllRoots } from "../../../../apps/api/test/harness/make-roots.ts";
import { onFreePort } from "../../../../apps/api/test/harness/on-free-port.ts";
import { paste } from "../../../../apps/api/test/harness/paste.ts";
import { testKey, useService } from "../../../../apps/api/test/harness/service.ts";
import { startRegistry } from "./local-registry.ts";

/*
 * docs/quickstart.md is pasted twice, in a clone of its own, with its program in the project that it makes.
 */

/** Has the pages, at an address that is known before the service starts. */
const pages = createServer((_, response) =>
  response.end(JSON.stringify({ apiUrl: service().url })),
);
let pagesUrl = "";
beforeAll(async () => {
  pagesUrl = (await onFreePort(pages)).url;
  return () => pages.close();
});
const service = useService({
  get CHECKOUT_URL() {
    return `${pagesUrl}/checkout`;
  },
});
const root = fileURLToPath(new URL("../../../../", import.meta.url));

it("leads from a clone to a paid invoice, and again", async () => {
  const page = await readFile(join(root, "docs/quickstart.md"), "utf8");
  const readme = await readFile(join(root, "README.md"), "utf8");
  const program = blocksOf(page, "ts").join("");
  for (const block of blocksOf(readme, "ts")) expect(program).toContain(block);
  const { folder, clone, sh, place } = await aClone();

  const [, setUp = ""] = /```sh\n([^`]*npm install[\s\S]*?)```/.exec(page) ?? [];
  await sh(setUp);

  const project = join(folder, "first-invoice");
  await writeFile(join(project, "first-invoice.mjs"), program);
  await writeFile(join(project, "first-invoice.mts"), program);
  expect(await typeErrors(project, "first-invoice.mts")).toBe("");

  // What a job of the service does: this one runs none.
  const rooting = setInterval(() => void makeAllRoots(service()).catch(() => {}), 500);
  onTestFinished(() => clearInterval(rooting));
  for (const _ of ["first", "second"]) {
    expect(await paste(page, { url: service().url, clone, ...place })).toBe(2);
  }
  await sh("cd ../first-invoice\nnpm install");
}, 400_000);

/** What of this repository the SDK is built from, as a clone; and a shell in it. */
async function aClone() {
  const folder = await mkdtemp(join(tmpdir(), "usance-quickstart-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const clone = join(folder, "usance");
  for (const path of [
    ...["package.json", "pnpm-workspace.yaml", "tsconfig.base.json", "LICENSE", "docs/sdk.md"],
    ...["packages/sdk", "packages/proofs", "packages/rating", "apps/api/scripts", "scripts"],
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
    "packages/rating/node_modules/decimal.js",
    "packages/proofs/node_modules/@noble/hashes",
  ];
  const registry = await startRegistry(
    installed.map((path) => join(root, path)),
    scratch,
  );
  const dataDir = join(clone, ".data");
  await mkdir(dataDir);
  await writeFile(join(dataDir, "api-key"), `${testKey}\n`);
  const environment = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
    DATABASE_URL: service().databaseUrl,
    SETTLEMENT_RPC_URL: service().anvil.url,
  };
  // npx keeps the registry that this machine has.
  const before = `npm() { command npm --registry="${registry}" --cache="${join(folder, "cache")}" "$@"; }\n`;
  const sh = async (script: string) => {
    const options = { cwd: clone, env: environment };
    return (await promisify(execFile)("sh", ["-ec", before + script], options)).stdout;
  };
  return { folder, clone, sh, place: { dataDir, before, environment } };
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

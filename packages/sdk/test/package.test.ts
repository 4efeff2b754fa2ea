import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/* The package as it is published, in a project of its own that knows nothing of this repository. */

const run = promisify(execFile);
const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const project = mkdtempSync(join(tmpdir(), "usance-sdk-consumer-"));
let tarball: string;

beforeAll(async () => {
  await run(process.execPath, ["--disable-warning=ExperimentalWarning", at("scripts/build.ts")]);
  tarball = await packed(at("dist"));
  const hashes = await packed(at("../usage-hash/node_modules/@noble/hashes"));
  writeFileSync(join(project, "package.json"), '{ "type": "module", "private": true }');
  await npm("install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", tarball, hashes);
}, 120_000);
afterAll(() => rmSync(project, { recursive: true, force: true }));

it("has nothing that publint complains about", async () => {
  const { buffer } = new Uint8Array(readFileSync(tarball));
  const { messages } = await publint({ pack: { tarball: buffer }, strict: true });

  expect(messages).toEqual([]);
});

it("has the right types for every way of resolving it, but for require", async () => {
  const checked = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));

  if (checked.types === false) throw new Error("The package has no types.");
  const kinds = checked.problems.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind !== "CJSResolvesToESM")).toEqual([]);
});

it("has no any in what callers see", () => {
  for (const file of ["index", "client", "generated/types", "generated/resources", "webhooks"]) {
    const text = readFileSync(at(`dist/lib/${file}.d.ts`), "utf8");
    const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
    expect(code, file).not.toMatch(/\bany\b/);
  }
});

it("runs, with all it needs", async () => {
  const program = `
    import { usageHash, usanceClient, webhooks } from "@usance/sdk";
    const secret = "whsec_" + btoa("a secret of some length");
    const headers = await webhooks.sign('{"type":"invoice.paid"}', secret, { id: "e" });
    const { type } = await webhooks.verify('{"type":"invoice.paid"}', headers, secret);
    const fetch = async () => Response.json({ invoice: { id: "i" } });
    const usance = usanceClient({ baseUrl: "https://billing.example.com", fetch });
    const { id } = await usance.invoices.get({ invoiceId: "i" });
    const invoice = { id, subscriptionId: null, amount: "1.000000", currency: "USDC" };
    console.log(type, id, usageHash(invoice, []).length);
  `;

  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: project,
  });

  expect(stdout).toBe("invoice.paid i 66\n");
});

describe.each([
  ["5.9", at("node_modules/typescript/bin/tsc")],
  ["7", at("../../node_modules/typescript/bin/tsc")],
])("with TypeScript %s", (_, tsc) => {
  it.each([
    ["NodeNext", ["DOM", "ES2022"], []],
    ["Bundler", ["DOM", "ES2022"], []],
    ["NodeNext", ["ES2022"], [at("../../node_modules/@types/node")]],
  ])("right calls compile and wrong ones do not: %s, %j", async (moduleResolution, lib, types) => {
    copyFileSync(at("test/consumer/calls.ts"), join(project, "calls.ts"));
    writeFileSync(join(project, "guide.ts"), guide());
    const module = moduleResolution === "NodeNext" ? "NodeNext" : "ESNext";
    const compilerOptions = {
      ...{ target: "ES2022", module, moduleResolution, lib, types, noEmit: true },
      ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    };
    const config = { compilerOptions, files: ["calls.ts", "guide.ts"] };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify(config));

    const { stdout } = await run(process.execPath, [tsc, "-p", project]).catch((failed) => failed);

    expect(stdout).toBe("");
  });
});

it("is small", async () => {
  const sizes = {
    "all of it": 'export * from "@usance/sdk";',
    "the client": 'export { usanceClient } from "@usance/sdk";',
    "webhooks alone": 'import { webhooks } from "@usance/sdk"; export const { verify } = webhooks;',
  };
  for (const [what, code] of Object.entries(sizes)) {
    const { min, gzip } = await sizeOf(code);
    process.stdout.write(`@usance/sdk, ${what}: ${min} B minified, ${gzip} B gzipped\n`);
    expect(gzip).toBeLessThan(16_000);
  }
});

/** @returns how many bytes a page loads for it */
async function sizeOf(code: string): Promise<{ min: number; gzip: number }> {
  const input = join(project, "bundled.js");
  writeFileSync(input, code);
  const bundle = await rolldown({ input, platform: "browser" });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  const { code: minified } = output[0];
  return { min: Buffer.byteLength(minified), gzip: gzipSync(minified).length };
}

/** Packs a folder as it would be published. @returns the tarball */
async function packed(folder: string): Promise<string> {
  const { stdout } = await npm("pack", folder, "--json", "--ignore-scripts");
  return join(project, JSON.parse(stdout)[0].filename);
}

function npm(...args: string[]) {
  return run("npm", args, { cwd: project });
}

/** What docs/sdk.md shows, one after the other: a single program. */
function guide(): string {
  const page = readFileSync(at("../../docs/sdk.md"), "utf8");
  return [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code).join("\n");
}

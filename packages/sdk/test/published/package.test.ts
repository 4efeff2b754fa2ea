import { execFile } from "node:child_process";
import { copyFileSync, cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConsumerProject, codeOn } from "../../../../apps/api/test/harness/consumer-project.ts";
import { ToolsProject } from "../tools-project.ts";

/* The package as it is published, in projects of its own. One file packs it: two builds at once would break each other. */

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const project = new ConsumerProject();
let tarball: string;

beforeAll(async () => {
  tarball = await project.pack("@usance/sdk");
  const dependencies = [
    "../proofs/node_modules/@noble/hashes",
    "../rating/node_modules/decimal.js",
  ];
  await project.install(tarball, dependencies.map(at));
}, 120_000);
afterAll(() => project.remove());

it("has no any in its public types", () => {
  for (const file of ["index", "client", "generated/types", "generated/resources", "webhooks"]) {
    const text = readFileSync(project.path(`node_modules/@usance/sdk/lib/${file}.d.ts`), "utf8");
    const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
    expect(code, file).not.toMatch(/\bany\b/);
  }
});

it("runs with its own dependencies", async () => {
  const program = `
    import { rate, rateCardHash, usanceClient, webhooks } from "@usance/sdk";
    const secret = "whsec_" + btoa("a secret of some length");
    const headers = await webhooks.sign('{"type":"invoice.paid"}', secret, { id: "e" });
    const { type } = await webhooks.verify('{"type":"invoice.paid"}', headers, secret);
    const fetch = async () => Response.json({ invoice: { id: "i" } });
    const usance = usanceClient({ baseUrl: "https://billing.example.com", fetch });
    const { id } = await usance.invoices.get({ invoiceId: "i" });
    const card = [{ type: "PER_UNIT", description: "Requests", unitAmount: "0.0025" }];
    const { amount } = rate(card, [{ prefix: "requests", quantity: "5000" }]);
    console.log(type, id, rateCardHash(card).length, amount);
  `;
  project.write("program.js", program);

  expect(await project.run("program.js")).toBe("invoice.paid i 66 12.500000\n");
});

describe.each(["5.9", "7"] as const)("with TypeScript %s", (compiler) => {
  it.each([
    ["NodeNext", ["DOM", "ES2022"], []],
    ["Bundler", ["DOM", "ES2022"], []],
    ["NodeNext", ["ES2022"], [at("../../node_modules/@types/node")]],
  ] as const)(
    "right calls compile and wrong ones fail: %s, %j",
    async (moduleResolution, lib, types) => {
      copyFileSync(at("test/consumer/calls.ts"), join(project.folder, "calls.ts"));
      project.write("guide.ts", codeOn("sdk.md", "ts"));
      project.write("balances.ts", codeOn("balances.md", "ts"));
      const files = ["calls.ts", "guide.ts", "balances.ts"];

      expect(
        await project.compile({ compiler, moduleResolution, files, options: { lib, types } }),
      ).toBe("");
    },
  );
});

it("is small", async () => {
  const parts = [
    // decimal.js and the verification of bills are most of it.
    { what: "all of it", max: 37_500, code: 'export * from "@usance/sdk";' },
    { what: "the client", max: 16_000, code: 'export { usanceClient } from "@usance/sdk";' },
    {
      what: "webhooks alone",
      max: 16_000,
      code: 'import { webhooks } from "@usance/sdk"; export const { verify } = webhooks;',
    },
  ];
  for (const { what, max, code } of parts) {
    const { min, gzip } = await sizeOf(code);
    process.stdout.write(`@usance/sdk, ${what}: ${min} B minified, ${gzip} B gzipped\n`);
    expect(gzip).toBeLessThan(max);
  }
});

/** @returns how many bytes a page loads for it */
async function sizeOf(code: string): Promise<{ min: number; gzip: number }> {
  const input = join(project.folder, "bundled.js");
  writeFileSync(input, code);
  const bundle = await rolldown({ input, platform: "browser" });
  const { output } = await bundle.generate({ minify: true });
  await bundle.close();
  const { code: minified } = output[0];
  return { min: Buffer.byteLength(minified), gzip: gzipSync(minified).length };
}

it("has no finding of Are the Types Wrong and publint", async () => {
  const bin = (name: string) => at(`../../node_modules/.bin/${name}`);
  await promisify(execFile)(bin("attw"), [tarball]);
  await promisify(execFile)(bin("publint"), ["run", tarball, "--strict"]);
});

/** A project for CommonJS as `tsc --init` and the tools' guides made them for years, which checks its libraries too. */
const commonJsOptions = {
  ...{ target: "ES2020", lib: ["ES2020", "DOM", "DOM.AsyncIterable"], module: "CommonJS" },
  ...{ moduleResolution: "Node10", ignoreDeprecations: "5.0", types: [] },
  ...{ strict: true, skipLibCheck: false, esModuleInterop: true },
};

/** Uses the client, its errors, a hash and the rating. */
const typedProgram = `
import { BadRequestError, type Invoice, rate, rateCardHash, usanceClient, webhooks } from "@usance/sdk";

export async function main(): Promise<string> {
  const fetch = async () => Response.json({ error: "name is required." }, { status: 400 });
  const usance = usanceClient({ baseUrl: "https://billing.example.com", apiKey: "k", fetch });
  const refused = await usance.invoices.get({ invoiceId: "i" }).then(
    (invoice: Invoice) => invoice.id,
    (error: unknown) => String(error instanceof BadRequestError && error.status),
  );
  const { amount } = rate([{ type: "PER_UNIT", description: "Requests", unitAmount: "0.0025" }], [
    { prefix: "requests", quantity: "5000" },
  ]);
  const secret = "whsec_" + btoa("a secret of some length");
  const headers = await webhooks.sign('{"type":"invoice.paid"}', secret, { id: "e" });
  const { type } = await webhooks.verify('{"type":"invoice.paid"}', headers, secret);
  return [refused, rateCardHash([]).length, amount, type].join(" ");
}
`;
/** Node as tools such as Jest and ts-node have it: `require` finds no ES modules. */
const withoutModules = ["--no-experimental-require-module"];
const printed = "400 66 12.500000 invoice.paid";

describe("in a project that uses CommonJS, older compiler settings or Node 20", () => {
  const tools = new ToolsProject();
  beforeAll(async () => {
    await tools.install();
    cpSync(project.path("node_modules"), tools.path("node_modules"), { recursive: true });
    tools.write("package.json", "{}"); // CommonJS
    tools.write("tsconfig.json", JSON.stringify({ compilerOptions: commonJsOptions }));
    tools.write("program.ts", typedProgram);
  }, 300_000);
  afterAll(() => tools.remove());

  it("compiles as CommonJS with the library of ES2020", async () => {
    tools.write(
      "tsconfig.compiled.json",
      JSON.stringify({ compilerOptions: commonJsOptions, files: ["program.ts"] }),
    );
    const tsc = [
      "node_modules/typescript/bin/tsc",
      "-p",
      "tsconfig.compiled.json",
      "--outDir",
      "compiled",
    ];
    expect(await tools.run(tsc)).toBe("");
    const call = "require('./compiled/program.js').main().then(console.log)";
    const run = (node?: string) => tools.run([...withoutModules, "-e", call], {}, node);
    expect(await run(tools.node20)).toBe(`${printed}\n`);
    expect(await run()).toBe(`${printed}\n`);
  });

  it("compiles with the library of ES2020 in each way that modules are found", async () => {
    for (const [module, moduleResolution] of [
      ["Node16", "Node16"],
      ["NodeNext", "NodeNext"],
      ["ESNext", "Bundler"],
    ]) {
      const options = { ...commonJsOptions, module, moduleResolution, noEmit: true };
      const settings = { compilerOptions: options, files: ["program.ts"] };
      tools.write("tsconfig.modern.json", JSON.stringify(settings));
      const tsc = ["node_modules/typescript/bin/tsc", "-p", "tsconfig.modern.json"];
      expect(await tools.run(tsc), moduleResolution).toBe("");
    }
  });

  it("is required and imported by Node 20", async () => {
    const node = (...args: string[]) => tools.run(args, {}, tools.node20);
    const shown = "console.log(typeof sdk.usanceClient, sdk.rateCardHash([]).length)";
    const required = `const sdk = require("@usance/sdk"); ${shown}`;
    expect(await node(...withoutModules, "-e", required)).toBe("function 66\n");
    const imported = `import * as sdk from "@usance/sdk"; ${shown}`;
    expect(await node("--input-type=module", "-e", imported)).toBe("function 66\n");
  });
});

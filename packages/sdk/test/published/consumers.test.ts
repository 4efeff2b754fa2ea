import { execFile } from "node:child_process";
import { cpSync, mkdirSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConsumerProject } from "../consumer-project.ts";
import { ToolsProject } from "../tools-project.ts";

/* The package in projects that use CommonJS, older compiler settings or Node 20. */

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const run = promisify(execFile);
const packed = new ConsumerProject();
const project = new ToolsProject();
let tarball: string;

beforeAll(async () => {
  [tarball] = await Promise.all([packed.pack("@usance/sdk"), project.install()]);
  const target = project.path("node_modules/@usance/sdk");
  mkdirSync(target, { recursive: true });
  await run("tar", ["-xzf", tarball, "--strip-components=1", "-C", target]);
  const dependencies = {
    "@noble/hashes": "../usage-hash/node_modules/@noble/hashes",
    "decimal.js": "../rating/node_modules/decimal.js",
  };
  for (const [name, source] of Object.entries(dependencies)) {
    cpSync(realpathSync(at(source)), project.path(`node_modules/${name}`), { recursive: true });
  }
  project.write("package.json", "{}"); // CommonJS
  project.write("tsconfig.json", JSON.stringify({ compilerOptions }));
  project.write("program.ts", program);
}, 300_000);
afterAll(() => {
  packed.remove();
  project.remove();
});

/** A project for CommonJS as `tsc --init` and the tools' guides made them for years, which checks its libraries too. */
const compilerOptions = {
  ...{ target: "ES2020", lib: ["ES2020", "DOM", "DOM.AsyncIterable"], module: "CommonJS" },
  ...{ moduleResolution: "Node10", ignoreDeprecations: "5.0", types: [] },
  ...{ strict: true, skipLibCheck: false, esModuleInterop: true },
};

/** Uses the client, its errors, both hashes and the rating. */
const program = `
import { BadRequestError, type Invoice, quotedUsageHash, rate, usageHash, usanceClient, webhooks } from "@usance/sdk";

export async function main(): Promise<string> {
  const fetch = async () => Response.json({ error: "name is required." }, { status: 400 });
  const usance = usanceClient({ baseUrl: "https://billing.example.com", apiKey: "k", fetch });
  const refused = await usance.invoices.get({ invoiceId: "i" }).then(
    (invoice: Invoice) => invoice.id,
    (error: unknown) => String(error instanceof BadRequestError && error.status),
  );
  const invoice = { id: "i", subscriptionId: null, amount: "1.000000", currency: "USDC" };
  const { amount } = rate([{ type: "PER_UNIT", description: "Requests", unitAmount: "0.0025" }], [
    { prefix: "requests", quantity: "5000" },
  ]);
  const secret = "whsec_" + btoa("a secret of some length");
  const headers = await webhooks.sign('{"type":"invoice.paid"}', secret, { id: "e" });
  const { type } = await webhooks.verify('{"type":"invoice.paid"}', headers, secret);
  return [refused, usageHash(invoice, []).length, quotedUsageHash([]).length, amount, type].join(" ");
}
`;
const printed = "400 66 66 12.500000 invoice.paid";

it("has no finding of Are the Types Wrong and publint", async () => {
  const bin = (name: string) => at(`../../node_modules/.bin/${name}`);
  await run(bin("attw"), [tarball]);
  await run(bin("publint"), ["run", tarball, "--strict"]);
});

it("compiles as CommonJS with the library of ES2020", async () => {
  project.write(
    "tsconfig.compiled.json",
    JSON.stringify({ compilerOptions, files: ["program.ts"] }),
  );
  const tsc = [
    "node_modules/typescript/bin/tsc",
    "-p",
    "tsconfig.compiled.json",
    "--outDir",
    "compiled",
  ];
  expect(await project.run(tsc)).toBe("");
  const call = "require('./compiled/program.js').main().then(console.log)";
  expect(await project.run(["-e", call], {}, project.node20)).toBe(`${printed}\n`);
});

it("compiles with the library of ES2020 in each way that modules are found", async () => {
  for (const [module, moduleResolution] of [
    ["Node16", "Node16"],
    ["NodeNext", "NodeNext"],
    ["ESNext", "Bundler"],
  ]) {
    const options = { ...compilerOptions, module, moduleResolution, noEmit: true };
    const settings = { compilerOptions: options, files: ["program.ts"] };
    project.write("tsconfig.modern.json", JSON.stringify(settings));
    const tsc = ["node_modules/typescript/bin/tsc", "-p", "tsconfig.modern.json"];
    expect(await project.run(tsc), moduleResolution).toBe("");
  }
});

describe("on Node 20", () => {
  it("is required and imported", async () => {
    const node = (...args: string[]) => project.run(args, {}, project.node20);
    const shown =
      "console.log(typeof sdk.usanceClient, sdk.usageHash({id:'i',subscriptionId:null,amount:'1',currency:'USDC'},[]).length)";
    expect(await node("-e", `const sdk = require("@usance/sdk"); ${shown}`)).toBe("function 66\n");
    const imported = `import * as sdk from "@usance/sdk"; ${shown}`;
    expect(await node("--input-type=module", "-e", imported)).toBe("function 66\n");
  });

  it("runs in Jest, in JavaScript and in TypeScript", async () => {
    const expected = `expect(await main()).toBe("${printed}")`;
    const body = `test("works", async () => { ${expected}; });`;
    project.write("plain.test.js", `const { main } = require("./compiled/program.js"); ${body}`);
    project.write("typed.test.ts", `import { main } from "./program"; ${body}`);
    const preset = {
      transform: { "\\.ts$": ["ts-jest", { tsconfig: { ...compilerOptions, types: ["jest"] } }] },
    };
    project.write("jest.config.json", JSON.stringify({ ...preset, testEnvironment: "node" }));
    const jest = ["node_modules/jest/bin/jest.js", "-c", "jest.config.json"];
    expect(await project.run(jest, {}, project.node20)).toContain("2 passed, 2 total");
  });

  it("runs in ts-node", async () => {
    project.write("started.ts", 'import { main } from "./program"; main().then(console.log);');
    const tsNode = ["node_modules/ts-node/dist/bin.js", "started.ts"];
    expect(await project.run(tsNode, {}, project.node20)).toBe(`${printed}\n`);
  });
});

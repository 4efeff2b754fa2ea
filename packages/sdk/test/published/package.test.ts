import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ConsumerProject, codeOn } from "../consumer-project.ts";

/* The package as it is published, in a project of its own. */

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const project = new ConsumerProject();
let tarball: string;

beforeAll(async () => {
  tarball = await project.pack("@usance/sdk");
  const dependencies = [
    "../usage-hash/node_modules/@noble/hashes",
    "../rating/node_modules/decimal.js",
  ];
  await project.install(tarball, dependencies.map(at));
}, 120_000);
afterAll(() => project.remove());

it("has no any in its public types", () => {
  for (const file of ["index", "client", "generated/types", "generated/resources", "webhooks"]) {
    const text = readFileSync(at(`dist/lib/${file}.d.ts`), "utf8");
    const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, "");
    expect(code, file).not.toMatch(/\bany\b/);
  }
});

it("runs with its own dependencies", async () => {
  const program = `
    import { rate, usageHash, usanceClient, webhooks } from "@usance/sdk";
    const secret = "whsec_" + btoa("a secret of some length");
    const headers = await webhooks.sign('{"type":"invoice.paid"}', secret, { id: "e" });
    const { type } = await webhooks.verify('{"type":"invoice.paid"}', headers, secret);
    const fetch = async () => Response.json({ invoice: { id: "i" } });
    const usance = usanceClient({ baseUrl: "https://billing.example.com", fetch });
    const { id } = await usance.invoices.get({ invoiceId: "i" });
    const invoice = { id, subscriptionId: null, amount: "1.000000", currency: "USDC" };
    const card = [{ type: "PER_UNIT", description: "Requests", unitAmount: "0.0025" }];
    const { amount } = rate(card, [{ prefix: "requests", quantity: "5000" }]);
    console.log(type, id, usageHash(invoice, []).length, amount);
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
    // decimal.js is most of it.
    { what: "all of it", max: 32_000, code: 'export * from "@usance/sdk";' },
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

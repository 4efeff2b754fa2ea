import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { usanceClient } from "@usance/sdk";
import { beforeAll, expect, it } from "vitest";
import { developmentWallet } from "../../../apps/api/src/cli/dev/accounts.ts";
import { findPort } from "../../../apps/api/src/server/process/listen.ts";
import { blocksOf } from "../../../apps/api/test/harness/blocks.ts";
import { walletOn } from "../../../apps/api/test/harness/payer.ts";
import { payments, testKey, useService } from "../../../apps/api/test/harness/service.ts";
import { run } from "../../../apps/api/test/processes/entry.ts";

/* README.md is followed to the letter, by the scripts of the package. */

const service = useService(payments);
const folder = new URL("../", import.meta.url);
const read = (path: string) => readFile(new URL(path, folder), "utf8");

/** Follows the README with the scripts that it names. @returns what its commands printed */
async function follow(page: string, port: number): Promise<string[]> {
  const { scripts } = JSON.parse(await read("package.json"));
  const sh = blocksOf(page, "sh").join("");
  const exported = Array.from(sh.matchAll(/^export (\w+)=(\S+)$/gm), ([, name, value]) => [
    ...[name, value],
  ]);
  const environment = {
    ...Object.fromEntries(exported),
    USANCE_URL: service().url,
    USANCE_API_KEY: testKey,
    PORT: String(port),
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
  };
  const started = Array.from(sh.matchAll(/--filter @usance\/x402-express ([\w-]+)(.*)$/gm));
  const start = ([, script = "", words = ""]: RegExpMatchArray) =>
    run(
      ["sh", "-c", `cd "${fileURLToPath(folder)}" && exec ${scripts[script]}${words}`],
      environment,
    );
  const [selling, ...buying] = started;
  if (selling === undefined) throw new Error("The README starts the seller.");
  const seller = start(selling);
  await seller.printed(/^Weather API on /m);
  const shown = [];
  for (const one of buying) {
    const buyer = start(one);
    expect(await buyer.ended).toBe(0);
    shown.push(buyer.out());
  }
  seller.signal("SIGTERM");
  await seller.ended;
  return shown;
}

const freePort = () => findPort({ PORT: 0, HOST: "127.0.0.1" });
const usance = () => usanceClient({ baseUrl: service().url, apiKey: testKey });
beforeAll(async () => {
  // Holds expire by the time of the seller.
  service().clock.set(new Date().toISOString());
  await walletOn(service().anvil.url, "10", developmentWallet.privateKey);
});

it("a program pays once for several calls, as the README shows", async () => {
  const port = await freePort();
  const page = (await read("README.md")).replaceAll(
    "http://127.0.0.1:4000",
    `http://127.0.0.1:${port}`,
  );

  const shown = await follow(page, port);

  expect(shown).toEqual(blocksOf(page, "text"));
  expect(shown).toHaveLength(4);
  const { x402Payments } = await usance().x402Payments.list();
  expect(x402Payments).toHaveLength(1);
  const balanceId = x402Payments[0]?.balanceId ?? "";
  // 1 less 0.001, 0.0123 and 0.001
  expect(await usance().balances.get({ balanceId })).toMatchObject({ available: "0.985700" });
});

it("a program pays each call by itself without prepaid balances", async () => {
  const port = await freePort();
  const page = (await read("README.md"))
    .replaceAll("http://127.0.0.1:4000", `http://127.0.0.1:${port}`)
    .replace("x402-express seller", "x402-express per-call");
  const [first] = await follow(page.slice(0, page.indexOf("That is enough")), port);
  expect(first).toContain('200 {"weather":"sunny"}');
  expect(first).toContain("has paid 0.001 USDC.");
});

it.each([
  ["x402.md", ["per-call.ts"]],
  ["express.md", ["seller.ts", "seller.ts", "seller.ts", "buyer.ts"]],
])("%s shows code of the example", async (guide, files) => {
  const blocks = blocksOf(await readFile(new URL(`../../docs/${guide}`, folder), "utf8"), "ts");
  expect(blocks).toHaveLength(files.length);
  for (const [at, file] of files.entries()) expect(await read(`src/${file}`)).toContain(blocks[at]);
});

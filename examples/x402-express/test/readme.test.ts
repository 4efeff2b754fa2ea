import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { developmentWallet } from "../../../apps/api/src/cli/dev/accounts.ts";
import { findPort } from "../../../apps/api/src/server/process/listen.ts";
import { blocksOf } from "../../../apps/api/test/harness/blocks.ts";
import { walletOn } from "../../../apps/api/test/harness/payer.ts";
import { payments, testKey, useService } from "../../../apps/api/test/harness/service.ts";
import { run } from "../../../apps/api/test/processes/entry.ts";

/* README.md is followed to the letter, by the scripts of the package. */

const service = useService(payments);
const folder = new URL("../", import.meta.url);

it("a program pays for calls as the README shows", async () => {
  const port = await findPort({ PORT: 0, HOST: "127.0.0.1" });
  const readme = await readFile(new URL("README.md", folder), "utf8");
  const page = readme.replaceAll("http://127.0.0.1:4000", `http://127.0.0.1:${port}`);
  const { scripts } = JSON.parse(await readFile(new URL("package.json", folder), "utf8"));
  await walletOn(service().anvil.url, "1", developmentWallet.privateKey);
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
  const started = Array.from(sh.matchAll(/--filter @usance\/x402-express (\w+)(.*)$/gm));
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

  expect(shown).toEqual(blocksOf(page, "text"));
  expect(shown).toHaveLength(2);
  seller.signal("SIGTERM");
  await seller.ended;
});

it("the guide shows code of the seller", async () => {
  const guide = await readFile(new URL("../../docs/x402.md", folder), "utf8");
  const seller = await readFile(new URL("src/seller.ts", folder), "utf8");
  const [block = "", another] = blocksOf(guide, "ts");
  expect(another).toBeUndefined();
  expect(seller).toContain(block);
});

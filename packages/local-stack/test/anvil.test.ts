import { statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { publicDevAccount, startAnvil } from "../src/index.ts";
import { logs, rpc, temporaryFolder } from "./support.ts";

test("a chain whose last state is truncated continues from that of the last start", async () => {
  const dataDir = temporaryFolder();
  const first = await startAnvil({ dataDir });
  await logs.write(first.url);
  const saved = await logs.read(first.url);
  await first.stop();
  const second = await startAnvil({ dataDir });
  await logs.write(second.url);
  await second.stop();
  const dump = join(dataDir, "state.at-exit.json");
  truncateSync(dump, Math.floor(statSync(dump).size / 2));

  const messages: string[] = [];
  const third = await startAnvil({ dataDir, log: (message) => messages.push(message) });
  expect(await logs.read(third.url)).toBe(saved);
  expect(messages).toEqual([
    "The chain's last state was cut short: going back to that of the last start.",
  ]);
  await third.stop();
});

test("its first account is the public one, it ignores a .env file, and reports why it did not start", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, ".env"), "ANVIL_IP_ADDR=192.0.2.1\n");
  const cwd = process.cwd();
  process.chdir(folder);
  const chain = await startAnvil().finally(() => process.chdir(cwd));
  const [first] = (await rpc(chain.url, "eth_accounts")) as string[];
  expect(first?.toLowerCase()).toBe(publicDevAccount.address.toLowerCase());
  const refused = startAnvil({ args: ["--unknown"] });
  await expect(refused).rejects.toThrow(/anvil did not start:\n.*--unknown/s);
  await chain.stop();
});

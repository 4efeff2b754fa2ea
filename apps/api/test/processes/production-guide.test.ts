import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { devUsdcAbi, devUsdcBytecode } from "@usance/contracts";
import { freePort, publicDevAccount, startAnvil } from "@usance/local-stack";
import { numberToHex } from "viem";
import { expect, inject, it, onTestFinished } from "vitest";
import { deployer } from "../../src/chain/deployer.ts";
import { blocksOf } from "../harness/blocks.ts";
import { sql } from "../harness/database.ts";
import { rpc } from "./calls.ts";
import { run, temporaryFolder } from "./entry.ts";

/* Follows the setup in docs/operations.md exactly, with a local chain in place of Base. */

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const usdcOnBase = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

it("the setup in the guide leads from nothing to a ready service with a second replica", async () => {
  const anvil = await startAnvil();
  onTestFinished(() => anvil.stop());
  await putUsdcOn(anvil.url);
  const folder = temporaryFolder();
  const [first, second] = [await freePort(), await freePort()];
  const postgres = new URL(inject("postgresUrl"));
  const page = readFileSync(join(root, "docs/operations.md"), "utf8")
    .replaceAll("/etc/usance", folder)
    .replaceAll("127.0.0.1:5432", postgres.host)
    .replaceAll("https://base-mainnet.example.com/v2/your-key", anvil.url)
    .replaceAll("3000", String(first))
    .replaceAll("3001", String(second));
  const at = (file: string) => join(folder, file);
  const environment = { PATH: `${npxOf(folder)}:${process.env.PATH}` };
  const [secrets = "", load = "", ...commands] = blocksOf(page, "sh");
  const [deploy, migrate, start, key, ready, replica, list, ledger] = commands.map(
    (command) => load + command,
  );
  const shell = async (script = "") =>
    (await promisify(execFile)("sh", ["-ec", script], { cwd: root, env: environment })).stdout;

  const [roles = "", grants = ""] = blocksOf(page, "sql");
  for (const statement of roles.trim().split("\n")) await sql(postgres.href, statement);
  await sql(postgres.href.replace(/\/[^/]*$/, "/usance"), grants);
  writeFileSync(at("deployer-key"), publicDevAccount.privateKey);
  writeFileSync(at("usance.env"), blocksOf(page, "ini")[0] ?? "");

  await shell(secrets);
  await shell(deploy);
  await rpc(anvil.url, "anvil_setBalance", [
    (await shell(`${load}npx --yes pnpm@12.21.0 --silent usance signers address`)).trim(),
    "0xde0b6b3a7640000",
  ]);
  expect(await shell(migrate)).toMatch(/^\d+_init\n/);
  const service = run(["sh", "-c", start ?? ""], environment);
  await service.printed(/^Listening on /m);
  const apiKey = (await shell(key)).trim();
  expect(JSON.parse(await shell(ready))).toEqual({ ready: true, reasons: [], warnings: [] });
  await run(["sh", "-c", replica ?? ""], environment).printed(/^Listening on /m);

  service.signalGroup("SIGTERM");
  expect(await service.ended).not.toBe("SIGKILL");
  const answer = await fetch(`http://127.0.0.1:${second}/api/v1/services`, {
    headers: { Authorization: `Bearer ${apiKey}` },
  });
  expect(answer.status).toBe(200);
  expect(await shell(list)).toBe("No settlement has been signed yet.\n");
  expect(await shell(ledger)).toMatch(/\nAll \d+ hold\.\n$/);
});

/** A folder with an npx that runs our commands without pnpm. */
function npxOf(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const script = `#!/bin/sh
while [ "$1" != "\${1#-}" ] || [ "$1" = pnpm@12.21.0 ]; do shift; done
[ "$1" = usance ] && shift
exec "${process.execPath}" "${root}apps/api/src/cli/usance.ts" "$@"
`;
  writeFileSync(join(bin, "npx"), script);
  chmodSync(join(bin, "npx"), 0o755);
  return bin;
}

/** Puts our own USDC where Base has Circle's: its code, and what its constructor stores. */
async function putUsdcOn(rpcUrl: string): Promise<void> {
  const { client, deploy } = deployer(rpcUrl, publicDevAccount.privateKey, 50);
  const address = await deploy({ abi: devUsdcAbi, bytecode: devUsdcBytecode, args: [] });
  await rpc(rpcUrl, "anvil_setCode", [usdcOnBase, await client.getCode({ address })]);
  for (let slot = 0; slot < 10; slot += 1) {
    const at = numberToHex(slot, { size: 32 });
    const word = await client.getStorageAt({ address, slot: at });
    await rpc(rpcUrl, "anvil_setStorageAt", [usdcOnBase, at, word]);
  }
}

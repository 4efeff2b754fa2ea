import { publicDevAccount } from "@usance/local-stack";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { expect, test } from "vitest";
import { admin } from "../harness/chain.ts";
import { until } from "../harness/until.ts";
import { runUsance } from "../processes/entry.ts";
import { aSettlement, aStage, letSettle, type Stage, useKeyElsewhere } from "./stage.ts";

/* Several accounts that send settlements from one process. */

const second = generatePrivateKey();
const addresses = [publicDevAccount.address, privateKeyToAddress(second)];
const SETTLEMENT_SIGNER_KEY = `${publicDevAccount.privateKey},${second}`;

test("settlements are spread over signers with consecutive nonces each", async () => {
  const stage = await aStage({ SETTLEMENT_SIGNER_KEY, SETTLEMENT_TIMEOUT_MS: "30000" });
  await enable(stage);
  const service = await stage.start();
  const settlements = await Promise.all(Array.from({ length: 12 }, () => aSettlement(service)));

  const answers = await Promise.all(settlements.map(({ settle }) => settle()));

  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
  const shares = await stage.sql<{ signer: string; count: number }>(
    "SELECT signer_address AS signer, count(*)::int FROM settlements GROUP BY 1 ORDER BY 2",
  );
  expect(shares.map(({ signer }) => signer).sort()).toEqual(addresses.toSorted());
  for (const { count } of shares) expect(count).toBeGreaterThanOrEqual(4);
  await stage.rest();
});

test("a halted signer leaves its work to the other until it is resumed", async () => {
  const stage = await aStage({ SETTLEMENT_SIGNER_KEY, SETTLEMENT_TIMEOUT_MS: "10000" });
  await enable(stage);
  const service = await stage.start();
  for (const { settle } of [await aSettlement(service), await aSettlement(service)]) {
    expect((await settle()).status).toBe(201);
  }
  await useKeyElsewhere(stage, addresses[1]);

  // One settlement finds out. It continues with the other signer.
  for (const _ of [1, 2, 3]) expect((await (await aSettlement(service)).settle()).status).toBe(201);
  const signers = () => command(stage, "list");
  await until(async () => /halted/.test(await signers()));
  expect((await fetch(`${service.url}/ready`)).status).toBe(503);

  const resumed = await command(stage, "resume", addresses[1] ?? "");
  expect(resumed).toMatch(new RegExp(`^${addresses[1]}  chain 31337  next nonce \\d+\\n$`));
  expect(await signers()).not.toContain("halted");
  const written = "SELECT record_id AS id FROM audit_events WHERE operation = 'signers.resume'";
  expect(await stage.sql(written)).toEqual([{ id: addresses[1] }]);
  await until(async () => (await fetch(`${service.url}/ready`)).status === 200);
  for (const _ of [1, 2]) expect((await (await aSettlement(service)).settle()).status).toBe(201);
  await stage.rest();
});

test.each([
  [[], 2, /^Usage: usance signers/],
  [["resume"], 2, /^error: missing required argument 'address'/],
  [["resume", "0x12"], 2, /^error: Signer 0x12 is not an address\.$/m],
  [["resume", admin.address], 1, /^No signer 0x\w{40} has halted on chain 31337\.$/m],
])("usance signers %j exits with %i and a reason", async (words, code, message) => {
  const stage = await aStage();

  const entry = runUsance(["signers", ...words], environmentOf(stage));

  expect(await entry.ended).toBe(code);
  expect(entry.err()).toMatch(message);
});

/** Gives the second signer gas money, and the role to settle. */
async function enable(stage: Stage): Promise<void> {
  await stage.chain("anvil_setBalance", addresses[1], "0x8ac7230489e80000");
  await letSettle(stage, privateKeyToAddress(second));
}

const environmentOf = ({ databaseUrl, anvilUrl }: Stage) => ({
  DATABASE_URL: databaseUrl,
  SETTLEMENT_RPC_URL: anvilUrl,
});

async function command(stage: Stage, ...words: readonly string[]): Promise<string> {
  const entry = runUsance(["signers", ...words], environmentOf(stage));
  expect([await entry.ended, entry.err()]).toEqual([0, ""]);
  return entry.out();
}

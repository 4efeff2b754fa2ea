import { settlementRegistryAbi } from "@usance/contracts";
import { encodeFunctionData } from "viem";
import { afterAll, beforeAll, expect, it } from "vitest";
import { adminKey, rpc, stopMining } from "../../../test/harness/chain.ts";
import { type Circle, startCircle } from "../../../test/harness/circle.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { aTimedOutSettlement } from "../../../test/harness/sent-settlement.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";
import { settlerRole } from "../../chain/chain-troubles.ts";
import { deployer } from "../../chain/deployer.ts";
import { reconcile } from "./reconcile.ts";

/* A settlement outlives a change of SETTLEMENT_EXECUTOR. */

let direct: TestService;
let provider: TestService;
let circle: Circle;

beforeAll(async () => {
  direct = await startService();
  const { anvil, contract, databaseUrl } = direct;
  circle = await startCircle(anvil.url);
  const args = [settlerRole, circle.walletAddress] as const;
  const grant = encodeFunctionData({
    abi: settlementRegistryAbi,
    functionName: "grantRole",
    args,
  });
  await deployer(anvil.url, adminKey, 20).send(contract, grant);
  const environment = {
    DATABASE_URL: databaseUrl,
    SETTLEMENT_EXECUTOR: "provider",
    SETTLEMENT_SIGNER_KEY: "",
    SETTLEMENT_PROVIDER_URL: circle.url,
    SETTLEMENT_PROVIDER_API_KEY: circle.apiKey,
    SETTLEMENT_PROVIDER_ENTITY_SECRET: circle.entitySecret,
    SETTLEMENT_PROVIDER_WALLET_ID: circle.walletId,
  };
  provider = await startService(environment, { chain: { anvil, contract } });
});
afterAll(async () => {
  circle.stop();
  await provider.stop();
  await direct.stop();
});

/** A settlement that one service has sent or given to its provider, and no longer waits for. */
async function aSettlementOf(service: TestService): Promise<string> {
  const story = new Story(restDoor, () => service);
  return aTimedOutSettlement(story, await story.anInvoice());
}

async function reconciledBy(service: TestService): Promise<void> {
  service.clock.advance(60);
  await reconcile(service.parts);
}

const stored = (id: string) =>
  direct.parts.db.settlement.findUniqueOrThrow({ where: { id }, include: { transactions: true } });

it("a settlement signed with our key is sent again in the same bytes after a switch to a provider", async () => {
  await stopMining(direct);
  const id = await aSettlementOf(direct);
  await rpc(direct, "anvil_dropAllTransactions", []);

  await reconciledBy(provider);
  await reconciledBy(provider);
  expect((await stored(id)).status).toBe("TIMED_OUT"); // it was sent again, but there is no block yet
  await rpc(direct, "anvil_mine", []);
  await reconciledBy(provider);
  await rpc(direct, "evm_setAutomine", [true]);

  const { status, executor, transactions } = await stored(id);
  expect({ status, executor }).toEqual({ status: "CONFIRMED", executor: "direct" });
  expect(transactions).toHaveLength(1);
  expect(circle.transactions).toEqual([]);
});

it("a settlement given to a provider stays with it after a switch to our key", async () => {
  circle.faults = { execute: { answer: "error", taken: false } };
  const id = await aSettlementOf(provider);
  circle.faults = {};

  await reconciledBy(direct);

  const left = { status: "TIMED_OUT", executor: "provider", transactions: [] };
  expect(await stored(id)).toMatchObject(left);
  await until(async () => {
    await reconciledBy(provider);
    return (await stored(id)).status === "CONFIRMED";
  });
  expect(circle.transactions).toHaveLength(1);
});

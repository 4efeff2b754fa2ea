import { settlementRegistryAbi } from "@usance/contracts";
import { keccak256, parseEventLogs, stringToBytes } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { expect, test } from "vitest";
import { sentBy } from "../harness/sent.ts";
import { call } from "../processes/calls.ts";
import { aProviderStage, aSettlement } from "./stage.ts";

/* Several settlements in one transaction, as a provider sends them if its wallet is a smart account. */

test("confirms two settlements in one transaction by their own events", async () => {
  const stage = await aProviderStage({ SETTLEMENT_TIMEOUT_MS: "30000" }, 2);
  const service = await stage.start();
  const two = [await aSettlement(service), await aSettlement(service)];

  const answers = await Promise.all(two.map(({ settle }) => settle()));

  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(await stage.transactions()).toBe(1);
  const [sent] = (await sentBy(stage.anvilUrl, privateKeyToAddress(stage.circle.walletKey))).slice(
    -1,
  );
  const events = parseEventLogs({
    abi: settlementRegistryAbi,
    eventName: "SettlementRecorded",
    logs: sent?.logs ?? [],
  });
  expect(events.length).toBe(2);
  for (const [index, { body }] of answers.entries()) {
    const { id, transactionHash } = body.settlement;
    expect(transactionHash).toBe(sent?.hash);
    const { proof } = (await call(service, "GET", `/settlements/${id}/proof`)).body;
    const { referenceHash, invoiceId } = two[index]?.input ?? { referenceHash: "", invoiceId: "" };
    const invoiceHash = keccak256(stringToBytes(invoiceId));
    expect(proof.event).toMatchObject({ referenceHash, invoiceHash });
  }
  const logIndexes = await stage.sql<{ at: number }>("SELECT log_index AS at FROM settlements");
  expect(new Set(logIndexes.map(({ at }) => at)).size).toBe(2);
  await stage.rest();
});

test("fails both settlements of one reverted transaction, and settles both again", async () => {
  const stage = await aProviderStage({ SETTLEMENT_TIMEOUT_MS: "30000" }, 2);
  const service = await stage.start();
  const two = [await aSettlement(service), await aSettlement(service)];
  stage.circle.faults = { fate: "reverted" };

  const failed = await Promise.all(two.map(({ settle }) => settle()));
  stage.circle.faults = {};
  const again = await Promise.all(two.map(({ settle }) => settle()));

  expect(failed.map(({ status }) => status)).toEqual([500, 500]);
  expect(again.map(({ status }) => status)).toEqual([201, 201]);
  await stage.rest();
});

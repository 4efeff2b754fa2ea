import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { aProviderStage, aSettlement } from "./stage.ts";

/* A wallet provider sends transactions, with faults. Its responses prove nothing; only the chain's event does. */

test("a provider's transaction is confirmed by the chain and named in the response", async () => {
  const stage = await aProviderStage({ SETTLEMENT_TIMEOUT_MS: "20000" });
  const service = await stage.start();
  const { settle } = await aSettlement(service);

  const { status, body } = await settle();

  expect(status).toBe(201);
  const [sent] = stage.circle.transactions;
  expect(body.chain).toEqual({
    transactionHash: sent?.txHash,
    receiptStatus: "success",
    eventObserved: true,
    executor: "provider",
    providerTransactionId: sent?.id,
    providerTransactionState: expect.stringMatching(/^(SENT|CONFIRMED|COMPLETE)$/),
  });
  await stage.rest();
});

test("the same call on two processes at once is one provider transaction", async () => {
  const stage = await aProviderStage({ SETTLEMENT_TIMEOUT_MS: "20000" });
  const [one, other] = await Promise.all([stage.start(), stage.start()]);
  const { settle } = await aSettlement(one);

  const answers = await Promise.all([settle(one), settle(other)]);

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
  expect(stage.circle.transactions.length).toBe(1);
  await stage.rest();
});

test("a provider that accepts the call without a response gets the same request again", async () => {
  const stage = await aProviderStage({ SETTLEMENT_TIMEOUT_MS: "1500" });
  const service = await stage.start();
  const mishaps = ["silent", "dropped", "garbage", "error"] as const;
  const settlements = await Promise.all(mishaps.map(() => aSettlement(service)));

  for (const [index, answer] of mishaps.entries()) {
    stage.circle.faults = { execute: { answer, taken: true } };
    expect((await settlements[index]?.settle())?.status).toBe(500);
  }
  stage.circle.faults = {};

  await until(async () => (await stage.all()).every(({ status }) => status === "CONFIRMED"));
  expect(stage.circle.transactions.length).toBe(mishaps.length);
  await stage.rest();
});

test("a provider that rejects calls is retried until it accepts", async () => {
  const stage = await aProviderStage({ SETTLEMENT_TIMEOUT_MS: "1500" });
  const service = await stage.start();
  const mishaps = ["silent", "error", "busy", "garbage"] as const;
  const settlements = await Promise.all(mishaps.map(() => aSettlement(service)));

  for (const [index, answer] of mishaps.entries()) {
    stage.circle.faults = { execute: { answer, taken: false } };
    expect((await settlements[index]?.settle())?.status).toBe(500);
  }
  expect(stage.circle.transactions.length).toBe(0);
  stage.circle.faults = {};

  await until(async () => (await stage.all()).every(({ status }) => status === "CONFIRMED"));
  expect(stage.circle.transactions.length).toBe(mishaps.length);
  await stage.rest();
});

test("after a kill after the provider was called, another process repeats the request and confirms it", async () => {
  const stage = await aProviderStage();
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  stage.circle.faults = { execute: { answer: "silent", taken: true } };
  const answer = settle().catch(() => "cut off");
  await until(() => stage.circle.transactions.length === 1);

  service.signal("SIGKILL");
  expect(await answer).toBe("cut off");
  stage.circle.faults = {};
  await stage.start();

  expect(await stage.becomes("CONFIRMED")).toMatchObject({ invoice: "PAID" });
  expect(stage.circle.transactions.length).toBe(1);
  await stage.rest();
});

test.each(["stuck", "unknown"] as const)("a transaction that is %s is waited for", async (fate) => {
  const stage = await aProviderStage({ SETTLEMENT_TIMEOUT_MS: "1500" });
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  stage.circle.faults = { fate };

  expect((await settle()).status).toBe(500);
  expect(await stage.stored()).toMatchObject({ status: "TIMED_OUT", invoice: "OPEN" });
  stage.circle.faults = {};

  expect(await stage.becomes("CONFIRMED")).toMatchObject({ invoice: "PAID" });
  await stage.rest();
});

test("a transaction that the provider ends without sending fails with its state, and can be created again", async () => {
  const stage = await aProviderStage({ SETTLEMENT_TIMEOUT_MS: "20000" });
  const service = await stage.start();
  const { settle } = await aSettlement(service);

  for (const fate of ["denied", "cancelled", "failed"] as const) {
    stage.circle.faults = { fate };
    expect(await settle()).toMatchObject({
      status: 500,
      body: {
        error: `The wallet provider did not send the settlement: ${fate.toUpperCase()}.`,
      },
    });
  }
  stage.circle.faults = {};

  expect((await settle()).status).toBe(201);
  await stage.rest();
});

test("a transaction that reverts fails with the chain's error", async () => {
  const stage = await aProviderStage({ SETTLEMENT_TIMEOUT_MS: "20000" });
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  stage.circle.faults = { fate: "reverted" };

  expect(await settle()).toMatchObject({
    status: 500,
    body: { error: "The settlement transaction reverted." },
  });
  expect(await stage.stored()).toMatchObject({ status: "FAILED", invoice: "OPEN" });
  await stage.rest();
});

test("COMPLETE with another contract's transaction fails, with an alarm", async () => {
  const stage = await aProviderStage({ SETTLEMENT_TIMEOUT_MS: "20000" });
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  const other = `0x${"cd".repeat(20)}` as const;
  await stage.chain("anvil_setCode", other, "0x00"); // accepts any call, and emits nothing
  stage.circle.faults = { fate: { elsewhere: other } };

  expect(await settle()).toMatchObject({
    status: 500,
    body: { error: "SettlementRecorded was not found in the transaction's receipt." },
  });
  await until(() =>
    service.out().includes("ALARM: a settlement's transaction succeeded without its event"),
  );
  await stage.rest();
});

test("COMPLETE with an unknown hash proves nothing, and fails after its validity on the chain", async () => {
  const stage = await aProviderStage({ SETTLEMENT_TIMEOUT_MS: "1500" });
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  stage.circle.faults = { fate: "made-up" };

  expect((await settle()).status).toBe(500);
  expect(await stage.stored()).toMatchObject({ status: "TIMED_OUT", invoice: "OPEN" });
  await stage.chain("evm_increaseTime", 3_700);
  await stage.chain("anvil_mine", "0x1");

  expect(await stage.becomes("FAILED")).toMatchObject({
    invoice: "OPEN",
    failure: "The settlement's time on the chain passed unused.",
  });
  await stage.rest();
});

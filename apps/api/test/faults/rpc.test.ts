import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { aSettlement, aStage } from "./stage.ts";

/* Faults between the service and its chain, and transactions that the chain forgets. */

const isSend = (method: string) => method === "eth_sendRawTransaction";

test("a transaction whose response is lost is sent again and not signed again", async () => {
  const stage = await aStage();
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  stage.proxy.fault = ({ method }) => (isSend(method) ? "deaf" : null);

  const answer = await settle();

  expect(answer).toMatchObject({ status: 201, body: { settlement: { status: "CONFIRMED" } } });
  expect(await stage.stored()).toMatchObject({ signed: 1 });
  expect(await stage.transactions()).toBe(1);
  await stage.rest();
});

const mishaps = ["busy", "broken", "garbage", "cut", "silent"] as const;

test("a node that is down before signing: 500 within the limit, and nothing is sent", async () => {
  const stage = await aStage({ SETTLEMENT_TIMEOUT_MS: "1500" });
  const service = await stage.start();
  const settlements = await Promise.all(mishaps.map(() => aSettlement(service)));

  for (const [index, mishap] of mishaps.entries()) {
    stage.proxy.fault = () => mishap;
    const answer = await settlements[index]?.settle();
    expect(answer?.status).toBe(500);
    expect(answer?.body.error).toMatch(/^The settlement chain /);
  }

  for (const stored of await stage.all()) {
    expect(stored).toMatchObject({ status: "FAILED", hash: null, invoice: "OPEN" });
  }
  stage.proxy.fault = null;
  // On a loaded machine a settlement may take longer than this caller waits: then it asks again.
  for (const { settle } of settlements) await until(async () => (await settle()).status < 300);
  expect(await stage.transactions()).toBe(mishaps.length);
  await stage.rest();
});

test("a node that is down after signing: 500 within the limit, and CONFIRMED later", async () => {
  const stage = await aStage(); // on a loaded machine, signing takes a second or more
  const service = await stage.start();
  const settlements = await Promise.all(mishaps.map(() => aSettlement(service)));

  for (const [index, mishap] of mishaps.entries()) {
    stage.proxy.fault = ({ method }) =>
      isSend(method) || method === "eth_getTransactionReceipt" ? mishap : null;
    const answer = await settlements[index]?.settle();
    expect(answer?.status).toBe(500);
    expect(answer?.body.error).toMatch(
      /^The settlement was not confirmed within 4 s; it may still be\./,
    );
  }
  stage.proxy.fault = null;

  await until(async () => (await stage.all()).every(({ status }) => status === "CONFIRMED"));
  for (const stored of await stage.all()) expect(stored).toMatchObject({ invoice: "PAID" });
  for (const { settle } of settlements) expect((await settle()).status).toBe(200);
  expect(await stage.transactions()).toBe(mishaps.length);
  await stage.rest();
});

test("a request that the node never answers is asked again while the caller waits", async () => {
  const stage = await aStage();
  const service = await stage.start();
  const methods = [
    ...["eth_getTransactionCount", "eth_getBlockByNumber", "eth_estimateGas"],
    ...["eth_sendRawTransaction", "eth_getTransactionReceipt", "eth_blockNumber"],
  ];
  for (const method of methods) {
    const { settle } = await aSettlement(service);
    let isLost = false;
    stage.proxy.fault = (request) => {
      if (isLost || request.method !== method) return null;
      isLost = true;
      return "silent";
    };

    const { status } = await settle();

    expect([method, isLost, status]).toEqual([method, true, 201]);
  }
  expect(await stage.transactions()).toBe(methods.length);
  await stage.rest();
});

test("a transaction that the node dropped is sent again", async () => {
  const stage = await aStage({ SETTLEMENT_TIMEOUT_MS: "20000" });
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  await stage.chain("evm_setAutomine", false);
  const answer = settle();
  await until(() => stage.proxy.requests.some(({ method }) => isSend(method)));
  await until(async () => {
    const { pending } = (await stage.chain("txpool_status")) as { pending: string };
    return Number(pending) === 1;
  });

  await stage.chain("anvil_dropAllTransactions");
  await stage.chain("evm_setAutomine", true);

  expect(await answer).toMatchObject({ status: 201 });
  expect(await stage.stored()).toMatchObject({ signed: 1 });
  await stage.rest();
});

test("a base fee above the offered fee is met with the same nonce", async () => {
  const stage = await aStage({ SETTLEMENT_TIMEOUT_MS: "1500" });
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  await stage.chain("evm_setAutomine", false);
  const answer = settle();
  const first = await stage.becomes("SUBMITTED");

  await stage.chain("anvil_setNextBlockBaseFeePerGas", "0x174876e800"); // 100 gwei
  await stage.chain("evm_setIntervalMining", 1);

  expect((await answer).status).toBe(500);
  const confirmed = await stage.becomes("CONFIRMED");
  expect(confirmed.signed).toBeGreaterThan(1);
  expect(confirmed.nonce).toBe(first.nonce);
  expect(confirmed.hash).not.toBe(first.hash);
  expect(await stage.transactions()).toBe(1);
  await stage.rest();
});

import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { aSettlement, aStage } from "./stage.ts";

/* A process is killed while it settles. Another one on the same database completes the settlement. */

const cut = () => "cut off";

test("after a kill before the signed bytes are stored, the settlement is submitted once", async () => {
  const stage = await aStage();
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  // It signs after it has taken its nonce, which has to wait for this lock.
  await stage.sql("BEGIN");
  await stage.sql("LOCK TABLE signers IN SHARE MODE");
  const answer = settle().catch(cut);
  await until(() => stage.proxy.requests.some(({ method }) => method === "eth_estimateGas"));
  expect(await stage.stored()).toMatchObject({ status: "PENDING", signed: 0 });

  service.signal("SIGKILL");
  expect(await answer).toBe("cut off");
  await stage.sql("COMMIT");
  await stage.start();

  expect(await stage.becomes("CONFIRMED")).toMatchObject({ invoice: "PAID", signed: 1 });
  expect(await stage.transactions()).toBe(1);
  await stage.rest();
});

test("after a kill between storing and sending, the same bytes are sent", async () => {
  const stage = await aStage();
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  stage.proxy.fault = ({ method }) => (method === "eth_sendRawTransaction" ? "silent" : null);
  const answer = settle().catch(cut);
  const signed = await stage.becomes("SUBMITTED");
  await until(() => stage.proxy.requests.some(({ method }) => method === "eth_sendRawTransaction"));

  service.signal("SIGKILL");
  expect(await answer).toBe("cut off");
  stage.proxy.fault = null;
  await stage.start();

  expect(await stage.becomes("CONFIRMED")).toMatchObject({ hash: signed.hash, signed: 1 });
  const sent = stage.proxy.requests.filter(({ method }) => method === "eth_sendRawTransaction");
  expect(sent.length).toBeGreaterThan(1);
  expect(new Set(sent.map(({ params }) => params?.[0])).size).toBe(1);
  await stage.rest();
});

test("after a kill after sending, the settlement is found by its stored hash", async () => {
  const stage = await aStage();
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  stage.proxy.fault = ({ method }) => (method === "eth_getTransactionReceipt" ? "silent" : null);
  const answer = settle().catch(cut);
  await until(async () => (await stage.transactions()) === 1);

  service.signal("SIGKILL");
  expect(await answer).toBe("cut off");
  stage.proxy.fault = null;
  await stage.start();

  expect(await stage.becomes("CONFIRMED")).toMatchObject({ invoice: "PAID", signed: 1 });
  expect(await stage.transactions()).toBe(1);
  await stage.rest();
});

test("after a kill before the result is committed, the result is read again", async () => {
  const stage = await aStage();
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  await stage.chain("evm_setAutomine", false);
  const answer = settle().catch(cut);
  await stage.becomes("SUBMITTED");
  await stage.sql("BEGIN");
  await stage.sql("SELECT FROM invoices FOR UPDATE");
  await stage.chain("anvil_mine");
  await stage.chain("evm_setAutomine", true);
  const asked = stage.proxy.requests.length;
  await until(() =>
    stage.proxy.requests.slice(asked).some(({ method }) => method === "eth_getBlockByNumber"),
  );

  service.signal("SIGKILL");
  expect(await answer).toBe("cut off");
  await stage.sql("COMMIT");
  await stage.start();

  expect(await stage.becomes("CONFIRMED")).toMatchObject({ invoice: "PAID", signed: 1 });
  await stage.rest();
});

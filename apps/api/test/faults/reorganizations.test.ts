import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { call } from "../processes/calls.ts";
import { aSettlement, aStage } from "./stage.ts";

/* Reorganizations of the chain. Anvil forgets the transactions of the removed blocks. */

test("a reorganization before confirmation: the settlement is sent again and confirmed once", async () => {
  const stage = await aStage({
    SETTLEMENT_CONFIRMATIONS: "3",
    SETTLEMENT_FINALITY: "5",
    SETTLEMENT_TIMEOUT_MS: "30000",
  });
  const service = await stage.start();
  const { settle } = await aSettlement(service);
  const answer = settle();
  await until(async () => (await stage.transactions()) === 1);

  await stage.chain("anvil_reorg", 1, []);
  expect(await stage.transactions()).toBe(0);
  await stage.chain("evm_setIntervalMining", 1);

  expect(await answer).toMatchObject({ status: 201 });
  expect(await stage.stored()).toMatchObject({ status: "CONFIRMED", signed: 1 });
  const types = await stage.sql<{ type: string }>(
    "SELECT type FROM webhook_events WHERE type LIKE 'settlement.%' ORDER BY created_at",
  );
  expect(types.map(({ type }) => type)).toEqual(["settlement.submitted", "settlement.confirmed"]);
  await stage.rest();
});

test("a reorganization after confirmation: the invoice is OPEN again, events are sent, and the settlement is confirmed again", async () => {
  const stage = await aStage({ SETTLEMENT_FINALITY: "8" });
  const service = await stage.start();
  const { input, settle } = await aSettlement(service);
  const { invoiceId } = input as { invoiceId: string };
  expect((await settle()).status).toBe(201);
  const before = await stage.stored();

  // While the node accepts nothing, the state after the reorganization can be read.
  stage.proxy.fault = ({ method }) => (method === "eth_sendRawTransaction" ? "busy" : null);
  await stage.chain("anvil_reorg", 1, []);
  await stage.becomes("SUBMITTED");
  const { body } = await call(service, "GET", `/invoices/${invoiceId}`);
  expect(body.invoice).toMatchObject({ status: "OPEN", paidAt: null });
  await until(() => service.out().includes("ALARM: a reorganization undid a confirmed settlement"));
  stage.proxy.fault = null;

  expect(await stage.becomes("CONFIRMED")).toMatchObject({ invoice: "PAID", hash: before.hash });
  const types = await stage.sql<{ type: string }>(
    "SELECT type FROM webhook_events WHERE type ~ '^(settlement|invoice)' ORDER BY created_at, id",
  );
  expect(types.map(({ type }) => type).sort()).toEqual(
    [
      "invoice.created",
      "invoice.opened", // at its creation
      "invoice.opened",
      "invoice.paid",
      "invoice.paid",
      "settlement.confirmed",
      "settlement.confirmed",
      "settlement.reorged",
      "settlement.submitted",
    ].sort(),
  );
  await stage.chain("anvil_mine", "0x8");
  await stage.rest();
});

test("a reorganization that undoes a revert: the failed settlement is confirmed, and no other could be created meanwhile", async () => {
  const stage = await aStage({ SETTLEMENT_FINALITY: "8", SETTLEMENT_TIMEOUT_MS: "10000" });
  const service = await stage.start();
  const { input, settle } = await aSettlement(service);
  const code = await stage.chain("eth_getCode", stage.contract, "latest");
  await stage.chain("evm_setAutomine", false);
  const answer = settle();
  await until(async () => {
    const { pending } = (await stage.chain("txpool_status")) as { pending: string };
    return Number(pending) === 1;
  });
  await stage.chain("anvil_setCode", stage.contract, "0x60006000fd"); // reverts
  await stage.chain("anvil_mine");
  expect((await answer).status).toBe(500);
  await stage.becomes("REVERTED");
  const { invoiceId } = input as { invoiceId: string };
  const voided = await call(service, "POST", `/invoices/${invoiceId}/void`, {});
  expect(voided).toMatchObject({
    status: 409,
    body: { error: "Invoice already has a settlement in progress." },
  });

  await stage.chain("anvil_reorg", 1, []);
  await stage.chain("anvil_setCode", stage.contract, code);
  await stage.chain("evm_setAutomine", true);

  expect(await stage.becomes("CONFIRMED")).toMatchObject({ invoice: "PAID", signed: 1 });
  await stage.chain("anvil_mine", "0x8");
  await stage.rest();
});

import { publicDevAccount } from "@usance/local-stack";
import { keccak256, parseTransaction } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { until } from "../harness/until.ts";
import { call } from "../processes/calls.ts";
import { aSettlement, aStage, type Stage } from "./stage.ts";

/* A nonce whose transaction the chain does not accept must not block later ones. */

const { address, privateKey } = publicDevAccount;
const cancelled = "The settlement was cancelled: the chain did not take its transaction.";

const isSend = (method: string) => method === "eth_sendRawTransaction";
const isCancelling = (raw: unknown) =>
  parseTransaction(raw as `0x02${string}`).to === address.toLowerCase();

/** The node's response to every transaction, until the test changes it. */
function refuseSettlements(stage: Stage, message: string): void {
  stage.proxy.fault = ({ method, params }) =>
    isSend(method) && !isCancelling(params?.[0]) ? { code: -32_000, message } : null;
}

test("bytes that the node refuses permanently are cancelled at their nonce, and later nonces continue", async () => {
  const stage = await aStage();
  const service = await stage.start();
  const first = await aSettlement(service);
  const second = await aSettlement(service);
  refuseSettlements(stage, "exceeds block gas limit");

  const refused = await first.settle();
  stage.proxy.fault = null;

  expect(refused).toMatchObject({ status: 500, body: { error: cancelled } });
  expect((await second.settle()).status).toBe(201);
  const [failed, confirmed] = await stage.all();
  expect(confirmed?.nonce).toBe((failed?.nonce ?? 0) + 1);
  expect(failed).toMatchObject({
    status: "FAILED",
    invoice: "OPEN",
    signed: 2,
  });
  expect(service.out()).toContain("ALARM: a settlement's transaction reaches no block");
  expect((await first.settle()).status).toBe(201); // a new attempt with its own nonce
  await stage.rest();
});

test("a transaction that reaches no block in the configured time is cancelled, and later nonces continue", async () => {
  const stage = await aStage({ SETTLEMENT_TIMEOUT_MS: "1000", SETTLEMENT_STUCK_MS: "6000" });
  const service = await stage.start();
  const first = await aSettlement(service);
  const second = await aSettlement(service);
  let stuck: unknown;
  stage.proxy.fault = ({ method, params }) => {
    if (!isSend(method) || isCancelling(params?.[0])) return null;
    stuck ??= params?.[0];
    return params?.[0] === stuck ? { code: -32_000, message: "txpool is full" } : null;
  };

  expect((await first.settle()).status).toBe(500);
  const behind = await second.settle();
  expect(behind.status).toBe(500);
  const ready = async () => (await fetch(`${service.url}/ready`)).json();
  await until(async () =>
    JSON.stringify(await ready()).includes("waits for a block with its nonce"),
  );

  const mineOn = () => stage.chain("anvil_mine", "0x4");
  await until(async () => {
    await mineOn(); // blocks that do not include it
    return (await stage.all()).some(({ status }) => status === "CONFIRMED");
  });
  await until(async () => (await stage.all()).some(({ status }) => status === "FAILED"));
  expect(await ready()).toMatchObject({ ready: true });
  await stage.rest();
});

test("a new process frees a nonce whose bytes an earlier process could not send", async () => {
  const stage = await aStage({ SETTLEMENT_TIMEOUT_MS: "1500" });
  const before = await stage.start();
  const { settle } = await aSettlement(before);
  stage.proxy.fault = ({ method }) => (isSend(method) ? "busy" : null);
  expect((await settle()).status).toBe(500);
  before.signal("SIGKILL");
  await before.ended;
  // Signed with more gas than a block has.
  const [signed] = await stage.sql<{ raw: `0x02${string}` }>(
    "SELECT raw FROM settlement_transactions",
  );
  if (signed === undefined) throw new Error("The settlement was signed.");
  const { r, s, v, yParity, ...transaction } = parseTransaction(signed.raw);
  const raw = await privateKeyToAccount(privateKey).signTransaction({
    ...transaction,
    type: "eip1559",
    gas: 40_000_000n,
  });
  await stage.sql("UPDATE settlement_transactions SET raw = $1, hash = $2", raw, keccak256(raw));
  await stage.sql("UPDATE settlements SET transaction_hash = $1", keccak256(raw));
  stage.proxy.fault = null;

  const after = await stage.start();

  expect(await stage.becomes("FAILED")).toMatchObject({ failure: cancelled, signed: 2 });
  expect((await (await aSettlement(after)).settle()).status).toBe(201);
  await stage.rest();
});

test("a settlement already recorded on the chain is confirmed by that record", async () => {
  const stage = await aStage();
  const service = await stage.start();
  const { input, settle } = await aSettlement(service);
  const { settlement } = (await settle()).body;
  // As in a database that was restored to a time before it was sent.
  await stage.sql("DELETE FROM settlement_transactions");
  await stage.sql(
    `UPDATE settlements SET status = 'PENDING', executor = NULL, nonce = NULL, transaction_hash = NULL,
            block_number = NULL, block_hash = NULL, log_index = NULL, confirmed_at = NULL`,
  );
  await stage.sql("UPDATE invoices SET status = 'OPEN', paid_at = NULL");
  await stage.sql(
    "DELETE FROM webhook_events WHERE type IN ('settlement.confirmed', 'invoice.paid')",
  );

  const again = await call(service, "POST", "/settlements", input);

  expect(again).toMatchObject({
    status: 200,
    body: { settlement: { id: settlement.id, status: "CONFIRMED" } },
  });
  expect(again.body.chain.transactionHash).toBe(settlement.transactionHash);
  expect(await stage.transactions()).toBe(1);
  await stage.rest();
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBeside } from "../../../test/harness/beside.ts";
import { resumeMining, rpc, stopMining } from "../../../test/harness/chain.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { type RpcProxy, startRpcProxy } from "../../../test/harness/rpc-proxy.ts";
import { aTimedOutSettlement } from "../../../test/harness/sent-settlement.ts";
import { startService, type TestService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";
import { failSettlement } from "./commit-outcomes.ts";
import { reconcile } from "./reconcile.ts";
import { settle as settleNow } from "./settle.ts";

const secret = "https://rpc.example.com/v2/SECRET";

let proxy: RpcProxy;
let service: TestService;
const story = new Story(restDoor, () => service);

beforeAll(async () => {
  proxy = await startRpcProxy(() => service.anvil.url);
  service = await startService({
    SETTLEMENT_TIMEOUT_MS: "600000",
    SETTLEMENT_RPC_URL: proxy.url,
  });
});
afterAll(async () => {
  await service.stop();
  proxy.stop();
});

/** A round of the reconciler, at a time when all that may be due is. */
const reconciled = () => {
  service.clock.advance(60);
  return reconcile(service.parts);
};
const aLateSettlement = async () => aTimedOutSettlement(story, await story.anInvoice());
/** One that its process left behind unsigned. */
const aLeftSettlement = async () => {
  const invoice = await story.anInvoice();
  service.clock.advance(1); // the older one is taken on first
  await story.aSettlementLeftPending(invoice, story.settlementOf(invoice));
  return service.parts.db.settlement.findFirstOrThrow({ where: { invoiceId: invoice.id } });
};
const stored = (id: string) =>
  service.parts.db.settlement.findUniqueOrThrow({ where: { id }, include: { invoice: true } });
const read = async (settlementId: unknown) =>
  (await story.done("settlements.get", { settlementId })).settlement;

describe("a settlement that no caller waits for", () => {
  it("is sent again after the chain drops it, which unblocks later nonces", async () => {
    await stopMining(service);
    const dropped = await aLateSettlement();
    await rpc(service, "anvil_dropAllTransactions", []);
    const behind = await aLateSettlement();

    await reconciled();
    await resumeMining(service);
    await reconciled();

    expect(await stored(dropped)).toMatchObject({
      status: "CONFIRMED",
      invoice: { status: "PAID" },
    });
    expect(await stored(behind)).toMatchObject({ status: "CONFIRMED" });
  });

  it("is confirmed by the token it used, whatever token is configured now", async () => {
    await stopMining(service);
    const id = await aLateSettlement();
    const later = await startBeside(service, {
      SETTLEMENT_TOKEN_ADDRESS: `0x${"c0de".repeat(10)}`,
    });
    await resumeMining(service);
    later.clock.advance(600);
    await reconcile(later.parts);
    await later.stop();

    expect(await stored(id)).toMatchObject({ status: "CONFIRMED" });
  });

  it("is not checked again if it was given up before signing", async () => {
    const left = await aLeftSettlement();
    const { id } = left;
    await failSettlement(service.parts, left, {
      trigger: "refuse",
      failure: "The settlement chain did not answer in time.",
    });
    const { db } = service.parts;
    await db.settlement.update({ where: { id }, data: { nextCheckAt: service.clock.now() } });

    await reconciled();

    const { nextCheckAt } = await db.settlement.findUniqueOrThrow({ where: { id } });
    expect(nextCheckAt).toBeNull();
  });

  it("is sent again by a settlement that waits with a later nonce", async () => {
    await stopMining(service);
    const dropped = await aLateSettlement();
    const behind = await aLateSettlement();
    await rpc(service, "anvil_dropAllTransactions", []);
    await rpc(service, "evm_setAutomine", [true]);
    service.clock.advance(60);

    await settleNow(service.parts, behind);

    expect(await stored(behind)).toMatchObject({ status: "CONFIRMED" });
    expect(await read(dropped)).toMatchObject({ status: "CONFIRMED" });
  });

  it("continues from PENDING if its process died before signing", async () => {
    const invoice = await story.anInvoice();
    await story.aSettlementLeftPending(invoice, story.settlementOf(invoice));

    await until(async () => {
      await reconciled();
      const { invoice: after } = await story.done("invoices.get", { invoiceId: invoice.id });
      expect(after).toMatchObject({ status: "PAID", settlements: [{ status: "CONFIRMED" }] });
    });
  });

  it("does not wait for one that the chain cannot answer for", async () => {
    const [unanswered, answered] = [await aLeftSettlement(), await aLeftSettlement()];
    proxy.fault = ({ method, params }) => {
      const its = String(JSON.stringify(params)).includes(unanswered.referenceKey.slice(2));
      return method === "eth_estimateGas" && its ? { code: -32603, message: "busy" } : null;
    };

    await reconciled();
    proxy.fault = null;

    expect(await read(unanswered.id)).toMatchObject({ status: "PENDING" });
    await until(async () => (await read(answered.id)).status === "CONFIRMED");
  });

  it("is left alone if its caller gives up during the check", async () => {
    const [other, refused] = [await aLeftSettlement(), await aLeftSettlement()];
    const { id } = refused;
    let refusal: Promise<void> | undefined;
    proxy.fault = ({ method }) => {
      if (method !== "eth_estimateGas") return null;
      refusal ??= failSettlement(service.parts, refused, {
        trigger: "refuse",
        failure: "The caller's time is up.",
      });
      return { code: -32603, message: "busy" };
    };

    await reconciled();
    proxy.fault = null;
    await refusal;

    const { db } = service.parts;
    const after = await db.settlement.findUniqueOrThrow({ where: { id } });
    expect(after).toMatchObject({ status: "FAILED", nextCheckAt: null });
    await failSettlement(service.parts, other, {
      trigger: "refuse",
      failure: "The test is over.",
    });
  });
});

it("does not settle an invoice that expired before signing", async () => {
  const invoice = await story.anInvoice({ dueAt: service.clock.in(60) });
  proxy.fault = ({ method }) =>
    method === "eth_estimateGas" ? { code: -32603, message: "busy" } : null;
  const waiting = story.call("settlements.create", story.settlementOf(invoice));
  const { db } = service.parts;
  await until(async () => (await db.settlement.count({ where: { invoiceId: invoice.id } })) === 1);

  service.clock.advance(61);
  proxy.fault = null;

  expect(await waiting).toMatchObject({
    status: 500,
    body: { error: "Settlements can only be created for OPEN invoices." },
  });
  const { invoice: after } = await story.done("invoices.get", { invoiceId: invoice.id });
  expect(after).toMatchObject({
    status: "EXPIRED",
    settlements: [{ status: "FAILED", transactionHash: null }],
  });
});

it("does not treat a node's internal error as a revert, and does not repeat its text", async () => {
  let invoiceId = "";
  proxy.fault = ({ method }) =>
    method === "eth_estimateGas" ? { code: -32603, message: `upstream ${secret} limited` } : null;

  let settlementTimeoutMs = 500;
  // Again with another invoice and more time if the limit passes before the node's answer.
  await until(async () => {
    settlementTimeoutMs *= 2;
    const left = await aLeftSettlement();
    invoiceId = left.invoiceId;
    expect(await settleNow({ ...service.parts, settlementTimeoutMs }, left.id)).toMatchObject({
      status: "FAILED",
      failure: "The settlement chain answered with an error.",
    });
  });
  proxy.fault = null;

  const again = await story.call("settlements.create", story.settlementOf({ id: invoiceId }));
  expect(again.status).toBe(201);
});

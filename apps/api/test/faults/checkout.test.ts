import { publicDevAccount } from "@usance/local-stack";
import type { Hex } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { expect, test } from "vitest";
import { deployCollector } from "../../src/cli/dev/deploy-contracts.ts";
import { adminKey } from "../harness/chain.ts";
import { type Payer, walletOn } from "../harness/payer.ts";
import { payments } from "../harness/service.ts";
import { until } from "../harness/until.ts";
import { call, newService } from "../processes/calls.ts";
import { aProviderStage, aStage, type Process, type Stage } from "./stage.ts";

/* Payments on the checkout page, and faults after their start. */

async function aPaymentStage(given: Readonly<Record<string, string>> = {}): Promise<Stage> {
  const stage = await aStage({ ...payments, ...given });
  await deployOn(stage, publicDevAccount.address);
  return stage;
}

const deployOn = ({ anvilUrl, contract: registry }: Stage, operator: Hex) =>
  deployCollector(anvilUrl, { registry, admins: [adminKey], operator });

/** A checkout of 25 USDC, and its payer's signature. */
async function aSignedCheckout(service: Process, payer: Payer) {
  const serviceId = await newService(service, {
    payoutAddress: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  });
  const { body: planned } = await call(service, "POST", `/services/${serviceId}/plans`, {
    name: "Pro",
    pricingType: "FIXED_RECURRING",
    billingInterval: "MONTH",
    amount: "25",
  });
  const { body: begun } = await call(service, "POST", "/checkout-sessions", {
    serviceId,
    paymentPlanId: planned.plan.id,
  });
  const path = `/checkout/${begun.checkoutSession.id}`;
  const { address: payerAddress } = payer;
  const { body } = await call(service, "POST", `${path}/prepare`, { payerAddress });
  const { validUntil, typedData } = body.preparedCheckout.payment;
  const payment = { validUntil, signature: await payer.sign(typedData) };
  const input = { payerAddress, payment, user: { email: "payer@example.com" } };
  const pay = (at: Process = service) => call(at, "POST", `${path}/pay`, input);
  const status = async (at: Process = service) =>
    (await call(at, "GET", `${path}/status`)).body.checkoutStatus;
  return { pay, status };
}

/** The results of one payment, however often it was tried. */
async function expectPaidOnce(stage: Stage, payer: Payer) {
  expect(await payer.balance()).toBe("75.000000");
  const [row] = await stage.sql(
    `SELECT (SELECT count(*)::int FROM subscriptions) AS subscriptions,
            (SELECT count(*)::int FROM invoices WHERE status = 'PAID') AS paid,
            (SELECT count(*)::int FROM webhook_events WHERE type = 'checkout_session.paid') AS told`,
  );
  expect(row).toEqual({ subscriptions: 1, paid: 1, told: 1 });
}

test("a payment whose process is killed is sent to the chain once by another process", async () => {
  const stage = await aPaymentStage();
  const payer = await walletOn(stage.anvilUrl, "100");
  const service = await stage.start();
  const { pay, status } = await aSignedCheckout(service, payer);
  stage.proxy.fault = ({ method }) => (method === "eth_sendRawTransaction" ? "silent" : null);
  expect((await pay()).status).toBe(200);

  service.signal("SIGKILL");
  await service.ended;
  stage.proxy.fault = null;
  const next = await stage.start();

  await until(async () => (await status(next)).status === "PAID");
  await expectPaidOnce(stage, payer);
  await stage.rest();
});

test("a payment sent again to two processes at once is taken once", async () => {
  const stage = await aPaymentStage();
  const payer = await walletOn(stage.anvilUrl, "100");
  const [one, other] = [await stage.start(), await stage.start()];
  const { pay, status } = await aSignedCheckout(one, payer);

  const answers = await Promise.all([pay(one), pay(other), pay(one), pay(other)]);

  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  await until(async () => (await status()).status === "PAID");
  await expectPaidOnce(stage, payer);
  await stage.rest();
});

test("of two payments with money for one, sent to two processes at once, one is accepted", async () => {
  const stage = await aPaymentStage();
  const payer = await walletOn(stage.anvilUrl, "25");
  const [one, other] = [await stage.start(), await stage.start()];
  const first = await aSignedCheckout(one, payer);
  const second = await aSignedCheckout(one, payer);

  const answers = await Promise.all([first.pay(one), second.pay(other)]);

  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  await until(async () => {
    const statuses = await Promise.all([first.status(), second.status()]);
    return statuses.some(({ status }) => status === "PAID");
  });
  expect(await payer.balance()).toBe("0.000000");
  expect(await stage.sql("SELECT status FROM settlements")).toEqual([{ status: "CONFIRMED" }]);
  await stage.rest();
});

test("a wallet provider sends a payment to the chain", async () => {
  const stage = await aProviderStage(payments);
  await deployOn(stage, privateKeyToAddress(stage.circle.walletKey));
  const payer = await walletOn(stage.anvilUrl, "100");
  const service = await stage.start();
  const { pay, status } = await aSignedCheckout(service, payer);

  await pay();

  await until(async () => (await status()).status === "PAID");
  await expectPaidOnce(stage, payer);
  await stage.rest();
});

test("a payment undone by a reorganization is taken again, and starts no second subscription", async () => {
  const stage = await aPaymentStage({ SETTLEMENT_FINALITY: "8" });
  const payer = await walletOn(stage.anvilUrl, "100");
  const service = await stage.start();
  const { pay, status } = await aSignedCheckout(service, payer);
  await pay();
  await until(async () => (await status()).status === "PAID");

  stage.proxy.fault = ({ method }) => (method === "eth_sendRawTransaction" ? "busy" : null);
  await stage.chain("anvil_reorg", 1, []);
  await stage.becomes("SUBMITTED");
  expect(await payer.balance()).toBe("100.000000");
  stage.proxy.fault = null;

  await stage.becomes("CONFIRMED");
  await expectPaidOnce(stage, payer);
  await stage.chain("anvil_mine", "0x8");
  await stage.rest();
});

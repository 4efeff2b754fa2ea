import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { startBeside } from "../../test/harness/beside.ts";
import { rpc, stopMining } from "../../test/harness/chain.ts";
import { settleAll } from "../../test/harness/checkout.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { expectLedgerHolds } from "../../test/harness/ledger-holds.ts";
import { aPayer, balanceOf, type Payer } from "../../test/harness/payer.ts";
import { payments, testKey, useService, withEmails } from "../../test/harness/service.ts";
import { aSeller, Story } from "../../test/harness/story.ts";
import { until } from "../../test/harness/until.ts";
import {
  type Asked,
  aPayee,
  aSellersServer,
  authorizationOf,
  bodyOf,
  facilitator,
  headerOf,
  paidFetch,
  signedFor,
} from "../../test/harness/x402.ts";
import { noteAnswer } from "./store.ts";

const service = useService({ ...payments, ...withEmails, X402_SETTLE_WAIT_MS: "60000" });
expectLedgerHolds(service);
const story = new Story(restDoor, service);

const verify = ({ payload, requirements }: Asked, client = facilitator(service())) =>
  client.verify(payload, requirements);
const settle = ({ payload, requirements }: Asked, client = facilitator(service())) =>
  client.settle(payload, requirements);

/** A payment that a program has signed for a new service. */
async function aPayment(route: { amount?: string; usance?: object } = {}, usdc = "1000") {
  const { usance, ...fields } = route;
  const payee = await aPayee(story);
  const payer = await aPayer(service(), usdc);
  const asked = await signedFor(payer, { ...payee, ...fields, extra: { usance } });
  const { nonce } = authorizationOf(asked).authorization;
  const stored = async () => (await story.done("x402Payments.list", { nonce })).x402Payments[0];
  return { ...payee, payer, asked, nonce, stored };
}

const used = "invalid_exact_evm_nonce_already_used";

describe("a program that pays with the public packages", () => {
  it("gets what it paid for, and its payment becomes the service's own records", async () => {
    const { payTo, serviceId, paymentPlanId } = await aPayee(story);
    const payer = await aPayer(service());
    const url = await aSellersServer(facilitator(service()), { payTo });
    for (const _ of [1, 2]) {
      const response = await paidFetch(payer)(url);
      expect([response.status, await response.json()]).toEqual([200, { weather: "sunny" }]);
    }

    expect(await balanceOf(service(), payTo)).toBe("0.005000");
    const { subscriptions } = await story.done("subscriptions.list", { serviceId });
    expect(subscriptions).toMatchObject([{ paymentPlanId, status: "ACTIVE" }]);
    const { id: subscriptionId, userId } = subscriptions[0];
    const { subscriber } = await story.done("subscribers.get", { subscriberId: userId });
    expect(subscriber.email).toBe(`${payer.address.toLowerCase()}@wallet.invalid`);
    const { invoices } = await story.done("invoices.list", { serviceId });
    const bill = { subscriptionId, userId, status: "PAID", amount: "0.002500" };
    expect(invoices).toMatchObject([bill, bill]);
    const { settlements } = await story.done("settlements.list", { serviceId });
    const paid = { status: "CONFIRMED", collect: "transfer", payerId: userId, amount: "0.002500" };
    expect(settlements).toMatchObject([paid, paid]);
    const { usageEvents } = await story.done("usageEvents.list", { serviceId });
    const usage = { subscriptionId, quantity: "1.000000" };
    expect(usageEvents).toMatchObject([
      { ...usage, invoiceId: invoices[0].id },
      { ...usage, invoiceId: invoices[1].id },
    ]);
    const { balances } = await story.done("balances.list", { serviceId });
    expect(balances).toMatchObject([{ userId, available: "0.000000" }]);
    const { balanceEntries } = await story.done("balances.entries", { balanceId: balances[0].id });
    expect(balanceEntries.map(({ type }: { type: string }) => type)).toEqual([
      ...["CHARGE", "TOP_UP", "CHARGE", "TOP_UP"],
    ]);
    const { x402Payments } = await story.done("x402Payments.list", {
      payerAddress: payer.address,
    });
    const whose = { userId, subscriptionId, balanceId: balances[0].id };
    expect(x402Payments).toMatchObject([
      {
        ...whose,
        status: "CONFIRMED",
        resource: url,
        usageEventId: usageEvents[0].id,
        quantity: "1.000000",
      },
      { ...whose, status: "CONFIRMED", settlementId: settlements[1].id, invoiceId: invoices[1].id },
    ]);
    // Nobody reads mail at an address that no wallet has.
    expect(await service().parts.db.email.count()).toBe(0);
  });

  it("is not verified first with the flow upfront: settling trusts nothing", async () => {
    const { payTo } = await aPayee(story);
    let calls = 0;
    const extra = { paymentFlow: "upfront" };
    const url = await aSellersServer(facilitator(service()), { payTo, extra }, (_, response) => {
      calls += 1;
      response.json({});
    });
    const [payer, poor] = [await aPayer(service()), await aPayer(service(), "0.001")];

    expect((await paidFetch(payer)(url)).status).toBe(200);
    expect((await paidFetch(poor)(url)).status).toBe(402);

    const own = await signedFor(payer, { payTo, extra });
    const to = `0x${"ab".repeat(20)}`;
    const { payload } = await signedFor(payer, { payTo: to, extra });
    const wrong = { ...own, payload: { ...own.payload, payload: payload.payload } };
    const headers = { "PAYMENT-SIGNATURE": headerOf(wrong) };
    expect((await fetch(url, { headers })).status).toBe(402);
    expect(calls).toBe(1);
  });
});

describe("a payment that cannot be taken", () => {
  it("is refused with a reason, costs no gas and stores nothing", async () => {
    const one = await aPayment();
    const { payTo, payer, asked } = one;
    const { requirements, payload } = asked;
    const other = await aPayment();
    const asking = (change: object) => ({ payload, requirements: { ...requirements, ...change } });
    const signing = (change: object) => {
      const { authorization, signature } = authorizationOf(asked);
      const changed = { authorization: { ...authorization, ...change }, signature };
      return { requirements, payload: { ...payload, payload: changed } };
    };
    const paying = (fields: object) => signedFor(payer, { payTo, ...fields });
    const rows: [Asked, string][] = [
      [asking({ scheme: "upto" }), "unsupported_scheme"],
      [asking({ network: "eip155:1" }), "invalid_exact_evm_network_mismatch"],
      [asking({ asset: other.payTo }), "usance_unknown_asset"],
      [asking({ amount: "many" }), "invalid_payment_requirements"],
      [asking({ amount: "2501" }), "invalid_exact_evm_payload_authorization_value_mismatch"],
      [asking({ payTo: other.payTo }), "invalid_exact_evm_recipient_mismatch"],
      [{ requirements, payload: { ...payload, payload: {} } }, "invalid_payload"],
      [signing({ validBefore: "9999999999" }), "invalid_exact_evm_signature"],
      [signing({ validBefore: "9".repeat(78) }), "invalid_payload"],
      [signing({ validBefore: "0" }), "invalid_payload"],
      [
        await paying({ maxTimeoutSeconds: 20 }),
        "invalid_exact_evm_payload_authorization_valid_before",
      ],
      [
        signing({ validAfter: "9999999999" }),
        "invalid_exact_evm_payload_authorization_valid_after",
      ],
      [await paying({ payTo: `0x${"ab".repeat(20)}` }), "usance_unknown_payee"],
      [await paying({ amount: "999" }), "usance_amount_too_low"],
      [await paying({ amount: "1000000001" }), "invalid_exact_evm_insufficient_balance"],
      [await paying({ extra: { usance: { paymentPlanId: "none" } } }), "usance_unknown_plan"],
      [
        await paying({ extra: { usance: { paymentPlanId: other.paymentPlanId } } }),
        "usance_unknown_payee",
      ],
      [await paying({ extra: { usance: { quantity: "-1" } } }), "invalid_payment_requirements"],
    ];
    const blocks = await rpc(service(), "eth_blockNumber", []);
    await forRows(rows, async (sent, reason) => {
      expect(await verify(sent)).toMatchObject({ isValid: false, invalidReason: reason });
      expect(await settle(sent)).toMatchObject({ success: false, errorReason: reason });
    });
    expect(await rpc(service(), "eth_blockNumber", [])).toBe(blocks);
    expect(await one.stored()).toBeUndefined();
    expect(await service().parts.db.invoice.count({ where: { serviceId: one.serviceId } })).toBe(0);
  });

  it("is an error of HTTP if it is no request of the protocol", async () => {
    expect(await story.refusal("x402.settle", {})).toBe("400 x402Version is required.");
    const { payload: paymentPayload, requirements } = (await aPayment()).asked;
    const paymentRequirements = { ...requirements, payTo: undefined };
    expect(
      await story.refusal("x402.verify", { x402Version: 2, paymentPayload, paymentRequirements }),
    ).toBe("400 paymentRequirements.payTo is required.");
  });

  it("of a plan that is not billed by usage starts no subscription", async () => {
    const { payTo, serviceId } = await aPayee(story);
    const monthly = { pricingType: "FIXED_RECURRING", billingInterval: "MONTH" };
    const plan = await story.aPlan(serviceId, monthly);
    const payer = await aPayer(service());
    const extra = { usance: { paymentPlanId: plan.id } };
    expect(await settle(await signedFor(payer, { payTo, extra }))).toMatchObject({
      errorReason: "usance_unknown_plan",
    });
    // By default, the newest plan that is billed by usage is used.
    expect(await settle(await signedFor(payer, { payTo }))).toMatchObject({ success: true });
  });
});

it("what a payer writes about its payment is stored only as readable text", () =>
  forRows(
    [
      ["https://api.example.com/a", "https://api.example.com/a"],
      ["https://api.example.com/\u0000", null],
      ["https://api.example.com/\ud800", null],
      [`https://api.example.com/${"a".repeat(3_000)}`, null],
    ],
    async (url, resource) => {
      const { asked, stored } = await aPayment();
      const payload = { ...asked.payload, resource: { ...asked.payload.resource, url } };
      expect(await settle({ ...asked, payload } as Asked)).toMatchObject({ success: true });
      expect(await stored()).toMatchObject({ resource });
    },
  ));

describe("sellers", () => {
  it("are paid by their own keys alone, and never twice with one authorization", async () => {
    const [seller, another] = [await aSeller(service), await aSeller(service)];
    const own = new Story(restDoor, service, seller);
    const payee = await aPayee(own);
    const payer = await aPayer(service());
    const asked = await signedFor(payer, payee);
    const [client, others] = [seller, another].map(({ key }) => facilitator(service(), key));

    expect(await settle(asked, others)).toMatchObject({ errorReason: "usance_unknown_payee" });
    expect(await settle(asked, client)).toMatchObject({ success: true });

    const theirs = new Story(restDoor, service, another);
    const { serviceId } = await aPayee(theirs);
    await theirs.done("services.update", { serviceId, payoutAddress: payee.payTo });
    expect(await settle(asked, others)).toMatchObject({ success: false, errorReason: used });
    const { nonce } = authorizationOf(asked).authorization;
    expect(await theirs.listed("x402Payments.list", { nonce })).toEqual([]);
    const [{ id: x402PaymentId }] = await own.listed("x402Payments.list", { nonce });
    expect(await theirs.refusal("x402Payments.get", { x402PaymentId })).toMatch(/^404/);
    expect((await own.done("x402Payments.get", { x402PaymentId })).x402Payment.nonce).toBe(nonce);
  });

  it("name the plan if several of their services have one payout address", async () => {
    const { payTo } = await aPayee(story);
    const { serviceId, paymentPlanId } = await aPayee(story);
    await story.done("services.update", { serviceId, payoutAddress: payTo });
    const payer = await aPayer(service());
    const extra = { usance: { paymentPlanId, quantity: "1840" } };
    const asked = await signedFor(payer, { payTo });
    expect(await verify(asked)).toMatchObject({ invalidReason: "usance_ambiguous_payee" });

    expect(await settle(await signedFor(payer, { payTo, extra }))).toMatchObject({ success: true });

    const { usageEvents } = await story.done("usageEvents.list", { serviceId });
    expect(usageEvents).toMatchObject([{ quantity: "1840.000000" }]);
  });
});

describe("one payment that is sent several times", () => {
  it("moves money once, and has one success, in all processes", async () => {
    const { payTo, asked, stored } = await aPayment();
    const beside = await startBeside(service(), payments);
    const clients = [facilitator(service()), facilitator(beside)];

    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, place) => settle(asked, clients[place % 2])),
    );

    await beside.stop();
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    for (const { success, errorReason, transaction } of answers) {
      if (!success) expect([used, "settlement_pending"]).toContain(errorReason);
      expect(transaction).toBe(answers[0]?.transaction);
    }
    expect(await balanceOf(service(), payTo)).toBe("0.002500");
    await until(async () => (await stored()).deliveredAt !== null);
    expect(await settle(asked)).toMatchObject({ success: false, errorReason: used });
    expect(await verify(asked)).toMatchObject({ isValid: false, invalidReason: used });
  });

  it("succeeds for the next call if the answer was lost", async () => {
    const { asked, stored, payTo, nonce } = await aPayment();
    await stopMining(service());
    const leaving = request(`${service().url}/api/v1/x402/settle`, {
      method: "POST",
      headers: { Authorization: `Bearer ${testKey}`, "Content-Type": "application/json" },
    });
    leaving.on("error", () => {});
    leaving.end(
      JSON.stringify({
        x402Version: 2,
        paymentPayload: asked.payload,
        paymentRequirements: asked.requirements,
      }),
    );
    await until(async () => (await stored())?.status === "SUBMITTED");
    leaving.destroy();
    await rpc(service(), "evm_setAutomine", [true]);
    await rpc(service(), "anvil_mine", ["0x1"]);
    await settleAll(service());
    const { db } = service().parts;
    await until(
      async () => (await db.x402Payment.count({ where: { nonce, claimedAt: null } })) === 1,
    );

    expect(await verify(asked)).toMatchObject({ isValid: true });
    expect(await settle(asked)).toMatchObject({ success: true });
    await until(async () => (await stored()).deliveredAt !== null);
    expect(await balanceOf(service(), payTo)).toBe("0.002500");
  });

  it("succeeds for a later call if the process ended before it could answer", async () => {
    const { asked, stored, nonce } = await aPayment();
    expect(await settle(asked)).toMatchObject({ success: true });
    await until(async () => (await stored()).deliveredAt !== null);
    const now = service().clock.now();
    await service().parts.db.x402Payment.updateMany({
      where: { nonce },
      data: { deliveredAt: null, claimedAt: now },
    });
    expect(await settle(asked)).toMatchObject({ errorReason: "settlement_pending" });
    service().clock.advance(31);
    expect(await settle(asked)).toMatchObject({ success: true });
  });

  it("is known by what was signed, and by no Idempotency-Key", async () => {
    const headers = { "Idempotency-Key": "the-same-for-all-payments" };
    for (const { asked } of [await aPayment(), await aPayment()]) {
      const { url } = service();
      const answer = await restDoor.call(url, "x402.settle", bodyOf(asked), undefined, headers);
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
    }
  });

  it("is refused if it asks for something else, or another payment has its identifier", async () => {
    const { asked, payer, payTo } = await aPayment();
    const extensions = {
      "payment-identifier": { info: { required: false, id: "order-0123456789" } },
    };
    const named = { ...asked, payload: { ...asked.payload, extensions } };
    expect(await settle(named)).toMatchObject({ success: true });
    const { requirements } = await signedFor(payer, { payTo, extra: { usance: { topUp: true } } });
    expect(await settle({ ...named, requirements })).toMatchObject({ errorReason: used });

    const another = await signedFor(payer, { payTo });
    const again = { ...another, payload: { ...another.payload, extensions } };
    const reused = "usance_payment_identifier_reused";
    expect(await verify(again)).toMatchObject({ isValid: false, invalidReason: reused });
    expect(await settle(again)).toMatchObject({ errorReason: reused });
    expect(await payer.balance()).toBe("999.997500");
  });
});

it("an answer whose end is noted late takes no later answer back", async () => {
  const { asked, nonce } = await aPayment();
  const { db } = service().parts;
  expect(await settle(asked)).toMatchObject({ success: true });
  const { id } = (await db.x402Payment.findFirst({ where: { nonce } })) ?? { id: "" };
  await until(
    async () => (await db.x402Payment.count({ where: { id, deliveredAt: { not: null } } })) === 1,
  );
  await noteAnswer(db, { id, claimedAt: service().clock.now() }, null);
  expect(await settle(asked)).toMatchObject({ success: false, errorReason: used });
});

it("a payment of a top-up stays on the payer's balance", async () => {
  const { serviceId, asked, stored } = await aPayment({
    amount: "1000000",
    usance: { topUp: true },
  });
  expect(await settle(asked)).toMatchObject({ success: true, amount: "1000000" });
  expect(await stored()).toMatchObject({ quantity: null, usageEventId: null });
  const { balances } = await story.done("balances.list", { serviceId });
  expect(balances).toMatchObject([{ available: "1.000000" }]);
});

it("usage that a limit refuses stays paid for, on the payer's balance", async () => {
  const { serviceId, asked, stored } = await aPayment();
  await story.done("limits.set", {
    serviceId,
    name: "none",
    scope: "subscription",
    measure: "quantity",
    max: "0",
    window: "day",
    action: "REJECT",
  });
  expect(await settle(asked)).toMatchObject({ success: true });
  expect(await stored()).toMatchObject({ status: "CONFIRMED", usageEventId: null });
  const { balances } = await story.done("balances.list", { serviceId });
  expect(balances).toMatchObject([{ available: "0.002500" }]);
});

it("payments of many programs share transactions", async () => {
  const payee = await aPayee(story);
  const payers: Payer[] = [];
  while (payers.length < 6) payers.push(await aPayer(service()));
  // Which of them share one depends on when each is prepared.
  await until(async () => {
    const asked = await Promise.all(payers.map((payer) => signedFor(payer, payee)));
    const answers = await Promise.all(asked.map((one) => settle(one)));
    expect(answers.map(({ success }) => success)).toEqual(Array(6).fill(true));
    return new Set(answers.map(({ transaction }) => transaction)).size < 6;
  });
});

it("one program can pay for several calls at once, as long as its wallet covers all of them", async () => {
  const payee = await aPayee(story);
  const payer = await aPayer(service(), "0.01");
  const asked = await Promise.all(Array.from({ length: 6 }, () => signedFor(payer, payee)));
  await stopMining(service());
  const answers = asked.map((one) => settle(one));
  const refused = { success: false, errorReason: "usance_balance_committed" };
  const { db } = service().parts;
  const sent = { payerKey: payer.address.toLowerCase(), status: "SUBMITTED" } as const;
  await until(async () => (await db.settlement.count({ where: sent })) === 4);
  await rpc(service(), "evm_setAutomine", [true]);
  await rpc(service(), "anvil_mine", ["0x1"]);
  const results = await Promise.all(answers);
  expect(results.filter(({ success }) => success)).toHaveLength(4);
  for (const result of results) if (!result.success) expect(result).toMatchObject(refused);
  expect(await payer.balance()).toBe("0.000000");
});

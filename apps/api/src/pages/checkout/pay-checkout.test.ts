import { describe, expect, it, onTestFinished } from "vitest";
import { rpc } from "../../../test/harness/chain.ts";
import {
  aCheckout,
  beforeItIsMined,
  monthly,
  settleAll,
  signed,
} from "../../../test/harness/checkout.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { aPayer, balanceOf, type Payer } from "../../../test/harness/payer.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { capLimits, signedCap } from "../../schemas/spending-caps.ts";

const service = useService(payments);

const invoicesOf = (story: Story, { serviceId }: { serviceId: string }) =>
  story.done("invoices.list", { serviceId }).then(({ invoices }) => invoices);

describe("paying a checkout", () => {
  const story = new Story(restDoor, service);

  it("moves the money, and the session is PAID with a subscription and an invoice", async () => {
    const checkout = await aCheckout(story);
    const { checkoutSessionId, payoutAddress } = checkout;
    const payer = await aPayer(service(), "30");
    const answer = await story.call("checkout.pay", await signed(story, checkoutSessionId, payer));
    expect(answer).toMatchObject({
      status: 200,
      body: { checkoutStatus: { status: "PENDING", payment: { status: "PENDING" } } },
    });

    await settleAll(service());
    const { checkoutStatus } = await story.done("checkout.status", { checkoutSessionId });

    expect(checkoutStatus).toMatchObject({
      status: "PAID",
      payment: { status: "CONFIRMED", payerAddress: payer.address, failure: null },
    });
    const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
    const [{ id: subscriptionId, status }] = checkoutSession.subscriptions;
    expect(status).toBe("ACTIVE");
    expect(checkoutSession.transactionHash).toBe(checkoutStatus.payment.transactionHash);
    expect(await invoicesOf(story, checkout)).toMatchObject([
      {
        status: "PAID",
        amount: "25.000000",
        subscriptionId,
        settlements: [{ status: "CONFIRMED", collect: "authorization" }],
      },
    ]);
    expect(await payer.balance()).toBe("5.000000");
    expect(await balanceOf(service(), payoutAddress)).toBe("25.000000");
  });

  it("proves it by an event that the collector made the registry emit", async () => {
    const checkout = await aCheckout(story);
    const payer = await aPayer(service());
    await story.done("checkout.pay", await signed(story, checkout.checkoutSessionId, payer));
    await settleAll(service());

    const [{ settlements }] = await invoicesOf(story, checkout);
    const { proof } = await story.done("settlements.proof", { settlementId: settlements[0].id });

    expect(proof.event).toMatchObject({
      payer: payer.address,
      merchant: checkout.payoutAddress,
      token: payments.SETTLEMENT_TOKEN_ADDRESS,
      amount: "25000000",
      operator: payments.SETTLEMENT_COLLECTOR_ADDRESS,
    });
  });

  it("is refused when the terms are not the shown ones any more, to prepare and to pay", () =>
    forRows<
      [
        string,
        Record<string, unknown>,
        (of: { serviceId: string; paymentPlanId: string }) => Promise<unknown>,
        RegExp,
      ]
    >(
      [
        [
          "the seller is paid elsewhere",
          monthly,
          ({ serviceId }) => story.done("services.update", { serviceId, payoutAddress: elsewhere }),
          /The seller is paid at 0x12.* now\.$/,
        ],
        [
          "usage has other prices",
          { billingInterval: "MONTH" },
          ({ paymentPlanId }) => story.aRateCard({ paymentPlanId }),
          /Usage has other prices now\.$/,
        ],
      ],
      async (_, plan, change, sentence) => {
        const checkout = await aCheckout(story, plan);
        const { checkoutSessionId } = checkout;
        const input = await signed(story, checkoutSessionId, await aPayer(service()), "100");
        const { terms } = (await story.done("checkout.view", { checkoutSessionId })).checkout;
        await change(checkout);
        const { payerAddress } = input;
        const answers = [
          await story.call("checkout.prepare", { checkoutSessionId, payerAddress, terms }),
          await story.call("checkout.pay", { ...input, terms }),
        ];
        for (const { status, code, body } of answers) {
          expect([status, code]).toEqual([409, "terms_changed"]);
          expect(body.error).toMatch(sentence);
        }
      },
    ));

  const elsewhere = `0x${"12".repeat(20)}`;

  it("requires a subscriber if the session has none", async () => {
    const { checkoutSessionId } = await aCheckout(story);
    const { user, ...input } = await signed(story, checkoutSessionId, await aPayer(service()));
    expect(await story.call("checkout.pay", input)).toMatchObject({
      status: 400,
      body: { error: "user.email is required." },
    });
  });

  it("subscribes at once if no payment is due", async () => {
    const { checkoutSessionId } = await aCheckout(story, { pricingType: "USAGE_BASED" });
    const input = { checkoutSessionId, user: { email: "free@example.com" } };
    expect(await story.done("checkout.pay", input)).toMatchObject({
      checkoutStatus: { status: "PAID", payment: null },
    });
    const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
    expect(checkoutSession.subscriptions).toMatchObject([{ status: "ACTIVE" }]);
  });
});

const story = new Story(restDoor, service);
const subscriber = { user: { email: "subscriber@example.com" } };

describe("an e-mail address that was entered on the page", () => {
  const email = "known@example.com";

  /** Subscribes on the page, and returns the user's id. */
  async function subscribe(
    { serviceId, paymentPlanId }: { serviceId: string; paymentPlanId: string },
    sign?: { payer: Payer; cap?: string },
  ): Promise<string> {
    const { checkoutSession } = await story.done("checkoutSessions.create", {
      serviceId,
      paymentPlanId,
    });
    const { id: checkoutSessionId } = checkoutSession;
    const input = sign
      ? await signed(story, checkoutSessionId, sign.payer, sign.cap)
      : { checkoutSessionId };
    await story.done("checkout.pay", { ...input, user: { email: email.toUpperCase() } });
    await settleAll(service());
    const { checkoutSession: paid } = await story.done("checkoutSessions.get", {
      checkoutSessionId,
    });
    return paid.userId;
  }

  it("identifies a user together with the wallet that signed, and nobody by itself", async () => {
    const free = await aCheckout(story, { pricingType: "USAGE_BASED" });
    const { serviceId } = free;
    const paid = { serviceId, paymentPlanId: (await story.aPlan(serviceId, monthly)).id };
    const payer = await aPayer(service());
    const stranger = await aPayer(service());
    const user = await subscribe(paid, { payer });

    expect(await subscribe(paid, { payer })).toBe(user);
    expect(await subscribe(free, { payer, cap: "10" })).toBe(user);
    const others = [
      await subscribe(free),
      await subscribe(free),
      await subscribe(paid, { payer: stranger }),
      await subscribe(free, { payer: stranger, cap: "10" }),
    ];
    expect(others).not.toContain(user);
    expect(new Set(others).size).toBe(3); // the stranger's wallet is one user
    // The seller's word names a user of its own, not one of those who have entered the address.
    const completed = await story.aCheckoutSession(paid);
    const { checkoutSession } = await story.done("checkoutSessions.complete", {
      checkoutSessionId: completed.id,
      user: { email },
    });
    expect([user, ...others]).not.toContain(checkoutSession.userId);
  });
});

describe("a payment that is started twice", () => {
  it("is taken once from one of two payers in two tabs", async () => {
    const checkout = await aCheckout(story);
    const { checkoutSessionId } = checkout;
    const payers = [await aPayer(service(), "25"), await aPayer(service(), "25")];
    const inputs = await Promise.all(payers.map((one) => signed(story, checkoutSessionId, one)));

    const answers = await Promise.all(inputs.map((input) => story.call("checkout.pay", input)));
    await settleAll(service());

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const balances = await Promise.all(payers.map((payer) => payer.balance()));
    expect([...balances].sort()).toEqual(["0.000000", "25.000000"]);
    const [invoice] = await invoicesOf(story, checkout);
    expect(invoice).toMatchObject({ status: "PAID", settlements: [{ status: "CONFIRMED" }] });
    const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
    const paid = payers[balances.indexOf("0.000000")];
    expect(checkoutSession.user.email).toBe(`${paid?.address}@example.com`);
    expect(checkoutSession.subscriptions).toMatchObject([{ userId: invoice.userId }]);
  });

  it("is not taken again after it was paid", async () => {
    const { checkoutSessionId } = await aCheckout(story);
    const payer = await aPayer(service(), "60");
    const input = await signed(story, checkoutSessionId, payer);
    const again = await signed(story, checkoutSessionId, payer);
    await story.done("checkout.pay", input);
    await settleAll(service());

    const { checkoutStatus } = await story.done("checkout.pay", again);
    await settleAll(service());

    expect(checkoutStatus).toMatchObject({ status: "PAID", payment: { status: "CONFIRMED" } });
    expect(await payer.balance()).toBe("35.000000");
  });
});

describe("a wallet with too little USDC", () => {
  it("gets an error before it signs", async () => {
    const { checkoutSessionId } = await aCheckout(story);
    const { address: payerAddress } = await aPayer(service(), "3");
    expect(await story.call("checkout.prepare", { checkoutSessionId, payerAddress })).toMatchObject(
      {
        status: 409,
        body: { error: "The wallet has 3.000000 USDC; 25.000000 USDC are due." },
      },
    );
  });

  it("that spends the money meanwhile gets an error, and another payer can pay", async () => {
    const { checkoutSessionId, payer, status } = await aFailedPayment();
    expect(status).toMatchObject({
      status: "PENDING",
      payment: {
        status: "FAILED",
        failure: "The wallet had too little USDC. Nothing was taken.",
      },
    });
    expect(await payer.balance()).toBe("5.000000");

    const richer = await aPayer(service());
    await story.done("checkout.pay", await signed(story, checkoutSessionId, richer));
    await settleAll(service());

    const { checkoutStatus } = await story.done("checkout.status", { checkoutSessionId });
    expect(checkoutStatus).toMatchObject({
      status: "PAID",
      payment: { payerAddress: richer.address },
    });
  });
});

/** A checkout whose payer has spent the money once the payment was taken on. */
async function aFailedPayment(cap?: string) {
  const payer = await aPayer(service(), "30");
  const { checkoutSessionId, serviceId } = await aCheckout(story);
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, cap));
  await payer.spend("25");
  await settleAll(service());
  const { checkoutStatus: status } = await story.done("checkout.status", { checkoutSessionId });
  return { checkoutSessionId, serviceId, payer, status };
}

it("tells a payer whose smart account checks no signatures what helps: signing again does not", async () => {
  const payer = await aPayer(service());
  const delegate = (code: string) => rpc(service(), "anvil_setCode", [payer.address, code]);
  const { checkoutSessionId } = await aCheckout(story);
  const payment = await signed(story, checkoutSessionId, payer);
  const capped = await signed(story, checkoutSessionId, payer, "100");
  const free = await aCheckout(story, { pricingType: "USAGE_BASED" });
  const unpaid = await signed(story, free.checkoutSessionId, payer, "100");
  await delegate(`0xef0100${service().contract.slice(2)}`);

  for (const input of [payment, capped, unpaid]) {
    expect(await story.call("checkout.pay", input)).toMatchObject({
      status: 400,
      code: "wallet_cannot_sign",
    });
  }

  await delegate("0x");
  expect((await story.call("checkout.pay", capped)).status).toBe(200);
  await settleAll(service());
});

/** How a seller ends a session, and its status then. */
const endings = [
  ["complete", "PAID"],
  ["cancel", "CANCELLED"],
] as const;

describe("a session that ends during payment", () => {
  it("is PAID despite its expiry, because the money has moved", async () => {
    const expiresAt = service().clock.in(60);
    const { checkoutSessionId } = await aCheckout(story, undefined, { expiresAt });
    const payer = await aPayer(service(), "25");
    await story.done("checkout.pay", await signed(story, checkoutSessionId, payer));
    const read = async () =>
      (await story.done("checkoutSessions.get", { checkoutSessionId })).checkoutSession;

    await beforeItIsMined(service(), async () => {
      service().clock.advance(120);
      expect((await read()).status).toBe("EXPIRED");
    });

    expect(await read()).toMatchObject({ status: "PAID", subscriptions: [{ status: "ACTIVE" }] });
  });

  it("is PAID if it expires before the chain is called", async () => {
    const expiresAt = service().clock.in(60);
    const { checkoutSessionId } = await aCheckout(story, undefined, { expiresAt });
    const payer = await aPayer(service(), "25");
    await story.done("checkout.pay", await signed(story, checkoutSessionId, payer));
    service().clock.advance(120);
    await settleAll(service());
    const { checkoutStatus } = await story.done("checkout.status", { checkoutSessionId });
    expect(checkoutStatus.status).toBe("PAID");
  });

  it("refuses a payment signed before and sent after", async () => {
    const expiresAt = service().clock.in(60);
    const { checkoutSessionId } = await aCheckout(story, undefined, { expiresAt });
    const input = await signed(story, checkoutSessionId, await aPayer(service()));
    service().clock.advance(120);
    expect(await story.call("checkout.pay", input)).toMatchObject({
      status: 409,
      body: { error: "Checkout session is not PENDING." },
    });
  });

  it("refuses to complete or to cancel while a payment is on the chain", () =>
    forRows(endings, async (verb, _) => {
      const { checkoutSessionId } = await aCheckout(story);
      const payer = await aPayer(service());
      await story.done("checkout.pay", await signed(story, checkoutSessionId, payer));
      const input = { checkoutSessionId, ...(verb === "complete" && subscriber) };

      await beforeItIsMined(service(), async () => {
        expect(await story.call(`checkoutSessions.${verb}`, input)).toMatchObject({
          status: 409,
          body: { error: "Checkout session has a payment in progress." },
        });
      });

      const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
      expect(checkoutSession.status).toBe("PAID");
    }));

  it("that the seller completes or cancels before its payment is sent takes no money", () =>
    forRows(endings, async (verb, status) => {
      const { checkoutSessionId } = await aCheckout(story);
      const payer = await aPayer(service(), "25");
      const input = await signed(story, checkoutSessionId, payer);
      await story.done("checkout.pay", input);

      const ending = { checkoutSessionId, ...(verb === "complete" && subscriber) };
      await story.done(`checkoutSessions.${verb}`, ending);
      await settleAll(service());

      const { checkoutStatus } = await story.done("checkout.status", { checkoutSessionId });
      expect(checkoutStatus).toMatchObject({
        status,
        payment: { status: "FAILED", isFinal: true },
      });
      expect(await payer.balance()).toBe("25.000000");
    }));

  it("by completing or cancelling after a failed payment owes nothing", () =>
    forRows(endings, async (verb, status) => {
      const { checkoutSessionId, serviceId } = await aFailedPayment("100");
      const input = { checkoutSessionId, ...(verb === "complete" && subscriber) };
      const { checkoutSession } = await story.done(`checkoutSessions.${verb}`, input);
      expect(checkoutSession.status).toBe(status);
      expect(await invoicesOf(story, { serviceId })).toEqual([]);
      expect(await service().parts.db.spendingCap.count({ where: { checkoutSessionId } })).toBe(0);
    }));
});

describe("after a failed payment", () => {
  it("its invoice is hidden, and the seller can complete the session", async () => {
    const { checkoutSessionId, serviceId } = await aFailedPayment();
    const { db } = service().parts;
    const invoice = await db.invoice.findFirstOrThrow({ where: { serviceId } });
    const [attempt] = await db.settlement.findMany({ where: { serviceId } });
    expect(await invoicesOf(story, { serviceId })).toEqual([]);
    expect((await story.done("settlements.list", { serviceId })).settlements).toEqual([]);
    for (const [operation, input] of [
      ["invoices.get", { invoiceId: invoice.id }],
      ["invoices.void", { invoiceId: invoice.id }],
      ["settlements.get", { settlementId: attempt?.id }],
      ["settlements.create", story.settlementOf(invoice)],
    ] as const) {
      expect((await story.call(operation, input)).status).toBe(404);
    }
    expect(await db.webhookEvent.count({ where: { serviceId } })).toBe(0);
    expect(attempt).toMatchObject({ payerId: null, payerEmail: null, payerName: null });

    await story.done("checkoutSessions.complete", { checkoutSessionId, ...subscriber });
    const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
    expect(checkoutSession).toMatchObject({
      status: "PAID",
      subscriptions: [{ status: "ACTIVE" }],
    });
  });

  it("the next payer subscribes, not the one who failed", async () => {
    const { checkoutSessionId, serviceId } = await aFailedPayment();
    const input = await signed(story, checkoutSessionId, await aPayer(service()));
    await story.done("checkout.pay", { ...input, user: { email: "right@example.com" } });
    await settleAll(service());
    const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
    expect(checkoutSession.user.email).toBe("right@example.com");
    expect(await invoicesOf(story, { serviceId })).toMatchObject([
      { userId: checkoutSession.userId, settlements: [{ payerId: checkoutSession.userId }] },
    ]);
    const failed = `${input.payerAddress}@example.com`;
    expect(await service().parts.db.user.count({ where: { email: failed } })).toBe(0);
  });

  it("its spending cap is dropped if the retry has none", async () => {
    const { checkoutSessionId } = await aFailedPayment("100");
    const { db } = service().parts;
    expect(await db.spendingCap.count({ where: { checkoutSessionId } })).toBe(1);
    await story.done(
      "checkout.pay",
      await signed(story, checkoutSessionId, await aPayer(service())),
    );
    expect(await db.spendingCap.count({ where: { checkoutSessionId } })).toBe(0);
    await settleAll(service());
  });

  it("its spending cap is replaced by that of the retry, whose permit is for that cap alone", async () => {
    const { checkoutSessionId, payer } = await aFailedPayment("100");
    await payer.receive("50");
    const input = await signed(story, checkoutSessionId, payer, "60");
    expect(input.cap?.permit?.allowance).toBe("60.000000");
    await story.done("checkout.pay", input);
    await settleAll(service());
    expect((await story.done("checkout.status", { checkoutSessionId })).checkoutStatus.status).toBe(
      "PAID",
    );
    expect(await payer.balance()).toBe("30.000000");
    const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
    const [{ id: subscriptionId }] = checkoutSession.subscriptions;
    expect((await story.done("spendingCaps.get", { subscriptionId })).spendingCap).toMatchObject({
      ...{ total: "60.000000", spent: "25.000000" },
    });
  });
});

it("answers 409 if the seller has no payout address", async () => {
  const { id: checkoutSessionId } = await story.aCheckoutSession({}, monthly);
  const { address: payerAddress } = await aPayer(service());
  expect(await story.call("checkout.prepare", { checkoutSessionId, payerAddress })).toMatchObject({
    status: 409,
    body: { error: "This seller cannot take payments here." },
  });
  expect((await story.done("checkout.view", { checkoutSessionId })).checkout.chain).toBeNull();
});

it("writes no event before a payment is confirmed, and all events then", async () => {
  const { checkoutSessionId, serviceId } = await aCheckout(story);
  const payer = await aPayer(service());
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer));
  const types = async () => {
    const { db } = service().parts;
    const events = await db.webhookEvent.findMany({ where: { serviceId } });
    return events.map(({ type }) => type).sort();
  };
  expect(await types()).toEqual([]);

  await settleAll(service());

  expect(await types()).toEqual([
    "checkout_session.paid",
    "invoice.created",
    "invoice.opened",
    "invoice.paid",
    "settlement.confirmed",
    "subscription.created",
  ]);
});

it("refuses a spending cap of zero, however it is given", () =>
  forRows(
    [
      ["checkout.prepare", "cap.perPeriod", { perPeriod: "0" }],
      ["checkout.prepare", "cap.perCharge", { perCharge: 0 }],
      ["checkout.prepare", "cap.total", { total: "0.00" }],
      ["checkout.prepare", "cap.allowance", { allowance: "0" }],
      ["checkout.pay", "cap.perPeriod", { perPeriod: 0 }],
      ["checkout.pay", "cap.perCharge", { perCharge: "0" }],
      ["checkout.pay", "cap.total", { total: "0" }],
      ["checkout.pay", "cap.permit.allowance", { permit: { ...signedCap.permit, allowance: "0" } }],
    ],
    async (operation, field, limits) => {
      const { checkoutSessionId } = await aCheckout(story);
      const { address: payerAddress } = await aPayer(service());
      const given = operation === "checkout.pay" ? signedCap : capLimits;
      const input = { checkoutSessionId, payerAddress, cap: { ...given, ...limits } };
      expect(await story.call(operation, input)).toMatchObject({
        status: 400,
        body: { error: `${field} must be more than zero.` },
      });
    },
  ));

it("a checkout tells the charge after its payment, as if the subscription began now", () =>
  forRows(
    [
      [
        "a fixed plan",
        {},
        { at: expect.stringMatching(/^2026-02-28T12:00:00/), amount: "25.000000" },
      ],
      [
        "a metered plan",
        { pricingType: "USAGE_BASED", billingInterval: "DAY" },
        { at: expect.stringMatching(/^2026-02-01T12:00:00/), amount: null },
      ],
      ["a single payment", { pricingType: "ONE_TIME", billingInterval: "NONE" }, null],
    ],
    async (_, plan, nextCharge) => {
      service().clock.set("2026-01-31T12:00:00.000Z");
      onTestFinished(() => service().clock.set(new Date().toISOString()));
      const { checkoutSessionId } = await aCheckout(story, { ...monthly, ...plan });
      const { checkout } = await story.done("checkout.view", { checkoutSessionId });
      expect(checkout.nextCharge).toEqual(nextCharge);
    },
  ));

it("shows nobody's e-mail or id", async () => {
  const { checkoutSessionId, service: sold } = await aCheckout(story);
  const payer = await aPayer(service());
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer));
  await settleAll(service());
  const shown = JSON.stringify([
    await story.done("checkout.view", { checkoutSessionId }),
    await story.done("checkout.status", { checkoutSessionId }),
  ]);
  expect(shown).not.toMatch(/@|ownerId|userId|serviceId/);
  expect(shown).toContain(sold.name);
});

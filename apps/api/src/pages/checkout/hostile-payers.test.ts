import { describe, expect, it } from "vitest";
import { rpc } from "../../../test/harness/chain.ts";
import {
  aCappedSubscription,
  aCheckout,
  beforeItIsMined,
  monthly,
  revertPayment,
  settleAll,
  signed,
} from "../../../test/harness/checkout.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { aPayer, approvalOf, type Payer } from "../../../test/harness/payer.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { aSeller, newReference, Story } from "../../../test/harness/story.ts";

/* Who knows a session's id and means ill. A block is final only after eight, so what reverted is watched. */

const service = useService({
  ...payments,
  SETTLEMENT_FINALITY: "8",
  CHECKOUT_FAILURE_GAS: "200000",
});
const story = new Story(restDoor, service);

const pay = (input: object) => story.call("checkout.pay", input);
const statusOf = async (checkoutSessionId: string) =>
  (await story.done("checkout.status", { checkoutSessionId })).checkoutStatus;
const finalize = async () => {
  await rpc(service(), "anvil_mine", ["0x8"]);
  await settleAll(service());
};
/** Sessions of one service, each of 25 USDC. */
async function sessionsOf(count: number) {
  const first = await aCheckout(story);
  const { serviceId, paymentPlanId } = first;
  const ids = [first.checkoutSessionId];
  while (ids.length < count) {
    const input = { serviceId, paymentPlanId };
    ids.push((await story.done("checkoutSessions.create", input)).checkoutSession.id);
  }
  return { serviceId, ids };
}

/** A payment that has reverted, in a block that is not final. */
async function aRevertedPayment(checkoutSessionId: string, payer: Payer) {
  const input = await signed(story, checkoutSessionId, payer);
  expect(await pay(input)).toMatchObject({ status: 200 });
  await revertPayment(service(), payer, await payer.balance());
  return input;
}

describe("a stranger's attempt", () => {
  it("that the token would refuse blocks no payer and stores nothing", async () => {
    const checkout = await aCheckout(story);
    const { checkoutSessionId, serviceId } = checkout;
    const stranger = await aPayer(service());
    const { payment, ...input } = await signed(story, checkoutSessionId, stranger);
    const odd = { ...payment, signature: `0x${"11".repeat(65)}` };
    for (let tries = 0; tries < 5; tries += 1) {
      expect((await pay({ ...input, payment: odd })).status).toBe(400);
    }
    const { db } = service().parts;
    expect(await db.invoice.count({ where: { serviceId } })).toBe(0);

    const payer = await aPayer(service());
    expect(await pay(await signed(story, checkoutSessionId, payer))).toMatchObject({
      status: 200,
      body: { checkoutStatus: { payment: { payerAddress: payer.address } } },
    });
    await settleAll(service());
    expect((await statusOf(checkoutSessionId)).status).toBe("PAID");
  });

  it("that is not sent yet gives way to the payer's", async () => {
    const { checkoutSessionId } = await aCheckout(story);
    const [stranger, payer] = [await aPayer(service(), "25"), await aPayer(service(), "25")];
    await pay(await signed(story, checkoutSessionId, stranger));

    expect(await pay(await signed(story, checkoutSessionId, payer))).toMatchObject({
      body: { checkoutStatus: { payment: { status: "PENDING", payerAddress: payer.address } } },
    });
    await settleAll(service());

    expect(await payer.balance()).toBe("0.000000");
    expect(await stranger.balance()).toBe("25.000000");
  });

  it("that is on the chain is waited for, and the payer is told so", async () => {
    const { checkoutSessionId } = await aCheckout(story);
    const stranger = await aPayer(service(), "25");
    await pay(await signed(story, checkoutSessionId, stranger));
    const input = await signed(story, checkoutSessionId, await aPayer(service()));

    await beforeItIsMined(service(), async () => {
      expect(await pay(input)).toMatchObject({
        status: 409,
        body: { error: expect.stringContaining("Another wallet's payment") },
      });
    });
  });

  it("that reverted is reported at once and no longer blocks the payer", async () => {
    const { checkoutSessionId, serviceId } = await aCheckout(story);
    const stranger = await aPayer(service(), "25");
    const input = await aRevertedPayment(checkoutSessionId, stranger);
    expect(await statusOf(checkoutSessionId)).toMatchObject({
      status: "PENDING",
      payment: {
        status: "FAILED",
        isFinal: false,
        failure: "The wallet had too little USDC. We keep watching until the block is final.",
      },
    });

    const payer = await aPayer(service(), "25");
    expect((await pay(await signed(story, checkoutSessionId, payer))).status).toBe(200);
    await settleAll(service());

    expect((await statusOf(checkoutSessionId)).status).toBe("PAID");
    expect(await payer.balance()).toBe("0.000000");
    await finalize();
    const { db } = service().parts;
    const attempts = await db.settlement.findMany({ where: { serviceId } });
    expect(attempts.map(({ status }) => status).sort()).toEqual(["CONFIRMED", "FAILED"]);
    expect(attempts.every(({ payerEmail }) => payerEmail === null)).toBe(true);
    const { user } = input;
    expect(await db.user.count({ where: { email: user.email } })).toBe(0);
    const events = await db.webhookEvent.findMany({ where: { serviceId } });
    expect(JSON.stringify(events)).not.toContain(stranger.address.slice(2));
    expect(events.filter(({ type }) => type === "settlement.failed")).toEqual([]);
  });

  it("that reverted makes its wallet wait at any checkout, longer each time", async () => {
    const { ids } = await sessionsOf(3);
    const stranger = await aPayer(service(), "25");
    const [first = "", second = "", third = ""] = ids;
    await aRevertedPayment(first, stranger);
    await statusOf(first);
    await stranger.receive("50");

    const refused = await pay(await signed(story, second, stranger));
    expect(refused).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining("Payments have failed on the chain: wait") },
    });
    expect(refused.headers.get("retry-after")).toBe("30");

    service().clock.advance(31);
    await aRevertedPayment(second, stranger);
    await statusOf(second);
    await stranger.receive("75");
    const input = await signed(story, third, stranger);
    service().clock.advance(31);
    expect((await pay(input)).status).toBe(409);
    service().clock.advance(30);
    expect((await pay(input)).status).toBe(200);
    await settleAll(service());
    expect((await statusOf(third)).status).toBe("PAID");
    await finalize();
  });
});

describe("a wallet that signs for more than it has", () => {
  it("gets only the one of ten payments sent that it can pay for", async () => {
    const { ids, serviceId } = await sessionsOf(10);
    const payer = await aPayer(service(), "25");
    const inputs = await Promise.all(ids.map((id) => signed(story, id, payer)));

    const answers = await Promise.all(inputs.map(pay));

    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    await settleAll(service());
    const { db } = service().parts;
    expect(await db.settlement.count({ where: { serviceId } })).toBe(1);
    expect(await payer.balance()).toBe("0.000000");
  });

  it("has at most three payments in progress", async () => {
    const { ids } = await sessionsOf(4);
    const payer = await aPayer(service(), "1000");
    const answers = [];
    for (const id of ids) answers.push(await pay(await signed(story, id, payer)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 409]);
    expect(answers[3]?.body.error).toContain("too many payments under way");
    await settleAll(service());
  });
});

it("accepts one payment at a time for a service whose failed payments used up its gas budget", async () => {
  const { ids, serviceId } = await sessionsOf(4);
  const [a = "", b = "", c = "", d = ""] = ids;
  await aRevertedPayment(a, await aPayer(service(), "25"));
  await settleAll(service());
  const { db } = service().parts;
  const [reverted] = await db.settlement.findMany({ where: { serviceId } });
  expect(Number(reverted?.gasUsed)).toBeGreaterThan(21_000);
  await db.settlement.updateMany({ where: { serviceId }, data: { gasUsed: 200_000n } });

  const inputs = [];
  for (const id of [b, c, d]) inputs.push(await signed(story, id, await aPayer(service())));
  const answers = await Promise.all(inputs.map(pay));

  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  await settleAll(service());
  for (const input of inputs) {
    expect((await pay(input)).status).toBe(200);
    await settleAll(service());
  }
  await finalize();
});

describe("a reorganization that revives a reverted payment", () => {
  it("has the payment taken, and fails the attempt that followed it", async () => {
    const { checkoutSessionId, serviceId } = await aCheckout(story);
    const [first, second] = [await aPayer(service(), "25"), await aPayer(service(), "25")];
    await aRevertedPayment(checkoutSessionId, first);
    expect((await statusOf(checkoutSessionId)).payment.status).toBe("FAILED");
    await pay(await signed(story, checkoutSessionId, second));
    const { db } = service().parts;
    const sent = await db.settlementTransaction.findFirstOrThrow({
      where: { settlement: { serviceId } },
    });

    await rpc(service(), "anvil_reorg", [1, [[sent.raw, 0]]]);
    await settleAll(service());
    await finalize();

    expect(await statusOf(checkoutSessionId)).toMatchObject({
      status: "PAID",
      payment: { status: "CONFIRMED", payerAddress: first.address },
    });
    expect(await second.balance()).toBe("25.000000");
    const attempts = await db.settlement.findMany({ where: { serviceId } });
    expect(attempts.map(({ status }) => status).sort()).toEqual(["CONFIRMED", "FAILED"]);
  });
});

describe("a spending cap", () => {
  it("is prepared without revealing the wallet's caps elsewhere", async () => {
    const { payer } = await aCappedSubscription(story, "7777.123456");
    await payer.send(approvalOf("1"));
    const { checkoutSessionId } = await aCheckout(story, monthly);
    const limits = { perPeriod: "25", total: "25" };
    const input = { checkoutSessionId, payerAddress: payer.address, cap: limits };

    const { cap } = (await story.done("checkout.prepare", input)).preparedCheckout;
    expect(cap.permit).toMatchObject({ allowance: "26.000000" });
  });

  it("above the allowance is refused, and the message names only its own amount", async () => {
    const payer = await aPayer(service());
    await payer.send(approvalOf("7777.123456"));
    const { checkoutSessionId } = await aCheckout(story, monthly);
    const input = await signed(story, checkoutSessionId, payer, "50");
    await payer.send(approvalOf("1"));
    expect((await pay({ ...input, cap: { ...input.cap, permit: undefined } })).body.error).toBe(
      "The wallet allows 1.000000 USDC to the collector; the spending cap needs 50.000000 USDC.",
    );
  });
});

it("a seller that reuses another's reference blocks nobody", async () => {
  const [one, other] = [await aSeller(service), await aSeller(service)];
  const mine = new Story(restDoor, service, one);
  const theirs = new Story(restDoor, service, other);
  const { parts } = service();
  const referenceHash = newReference();
  const invoice = await mine.anInvoice();
  const stolen = await theirs.anInvoice();
  await theirs.aSettlementLeftPending(stolen, theirs.settlementOf(stolen, { referenceHash }));

  const answer = await mine.call(
    "settlements.create",
    mine.settlementOf(invoice, { referenceHash }),
  );

  expect(answer.status).toBe(201);
  const again = await mine.anInvoice();
  expect(
    await mine.call("settlements.create", mine.settlementOf(again, { referenceHash })),
  ).toMatchObject({
    status: 409,
    body: { error: "A database record with these unique fields already exists." },
  });
  await parts.db.settlement.updateMany({
    where: { invoiceId: stolen.id },
    data: { status: "FAILED", nextCheckAt: null },
  });
});

import { describe, expect, it, vi } from "vitest";
import { aCappedSubscription, settleAll, signed } from "../../../test/harness/checkout.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { expectLedgerHolds } from "../../../test/harness/ledger-holds.ts";
import { aPayer, type Payer } from "../../../test/harness/payer.ts";
import { payments, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { collectDueInvoices } from "../collect-under-cap.ts";
import { topUpLowBalances } from "./top-up-low-balances.ts";

const service = useService({ ...payments, SETTLEMENT_TIMEOUT_MS: "20000" });
expectLedgerHolds(service);
const story = new Story(restDoor, service);
const terms = { below: "5", amount: "4", perDayAtMost: "12" };

/** The jobs of a minute, until what they have sent is decided. */
async function aMinute(): Promise<void> {
  await topUpLowBalances(service().parts);
  await collectDueInvoices(service().parts);
  await settleAll(service());
}

async function aCappedBalance(cap: string) {
  const { subscription } = await aCappedSubscription(story, cap);
  const { serviceId, userId } = subscription;
  const { balance } = await story.done("balances.create", { serviceId, userId });
  await story.done("balances.setAutoTopUp", { balanceId: balance.id, ...terms });
  const read = async () =>
    (await story.done("balances.get", { balanceId: balance.id })).balance.available;
  const auto = async () =>
    (await story.done("balances.autoTopUp", { balanceId: balance.id })).autoTopUp;
  return { balance, read, auto, subscription };
}

/** Subscribes the user of a balance to its service once more, at a checkout that the seller made for the user. */
async function anotherSubscription(
  { serviceId, userId }: { readonly serviceId: string; readonly userId: string },
  sign?: { readonly payer: Payer; readonly amount: string },
) {
  const { id: paymentPlanId } = await story.aPlan(serviceId);
  const { checkoutSession } = await story.done("checkoutSessions.create", {
    serviceId,
    paymentPlanId,
    userId,
  });
  const { id: checkoutSessionId } = checkoutSession;
  const input =
    sign === undefined
      ? { checkoutSessionId }
      : await signed(story, checkoutSessionId, sign.payer, sign.amount);
  await story.done("checkout.pay", input);
  const paid = await story.done("checkoutSessions.get", { checkoutSessionId });
  return paid.checkoutSession.subscriptions[0];
}

it("tops a low balance up under the spending cap, until enough is available", async () => {
  const { read, balance } = await aCappedBalance("100");

  for (const available of ["4.000000", "8.000000", "8.000000"]) {
    await aMinute();
    expect(await read()).toBe(available);
  }

  const { balanceEntries } = await story.done("balances.entries", { balanceId: balance.id });
  expect(balanceEntries.map(({ type }: { type: string }) => type)).toEqual(["TOP_UP", "TOP_UP"]);
});

it("tops up once although the payment is confirmed while the chain is asked", async () => {
  const { balance, read } = await aCappedBalance("100");
  await story.done("balances.setAutoTopUp", { balanceId: balance.id, ...terms, below: "3" });
  const { parts } = service();
  await topUpLowBalances(parts);
  const { collector } = parts;
  if (collector === null) throw new Error("The service collects payments.");
  const ask = collector.spendingOf.bind(collector);
  const spendingOf = vi.spyOn(collector, "spendingOf");
  spendingOf.mockImplementationOnce(async (cap) => {
    const spending = await ask(cap);
    await collectDueInvoices(parts);
    await settleAll(service());
    return spending;
  });

  await topUpLowBalances(parts);

  spendingOf.mockRestore();
  expect(await parts.db.balanceTopUp.count({ where: { balanceId: balance.id } })).toBe(1);
  expect(await read()).toBe("4.000000");
});

it("has one top-up in flight at a time", async () => {
  const { balance } = await aCappedBalance("100");

  await Promise.all([1, 2, 3].map(() => topUpLowBalances(service().parts)));
  await topUpLowBalances(service().parts);

  const { invoices } = await story.done("invoices.list", { serviceId: balance.serviceId });
  const open = invoices.filter(({ status }: { status: string }) => status === "OPEN");
  expect(open).toHaveLength(1);
});

it("takes no more than allowed in 24 hours, says until when, and goes on then", async () => {
  const { balance, read, auto } = await aCappedBalance("100");
  await story.done("balances.setAutoTopUp", { balanceId: balance.id, ...terms, below: "100" });
  const announced = () =>
    service().parts.db.webhookEvent.count({
      where: { type: "balance.auto_top_up_paused", serviceId: balance.serviceId },
    });

  for (let minute = 0; minute < 3; minute += 1) await aMinute();
  expect(await read()).toBe("12.000000");
  expect(await auto()).toMatchObject({
    status: "ACTIVE",
    stoppedReason: null,
    pausedUntil: null,
  });
  for (let minute = 0; minute < 2; minute += 1) await aMinute();
  expect(await read()).toBe("12.000000");
  const { pausedUntil, ...paused } = await auto();
  expect(paused).toMatchObject({
    status: "PAUSED",
    stoppedReason: "The limit of 12.000000 USDC in 24 hours is reached.",
  });
  expect(await announced()).toBe(1);

  service().clock.advance((Date.parse(pausedUntil) - service().clock.now().getTime()) / 1_000);
  expect(await auto()).toMatchObject({ status: "ACTIVE", stoppedReason: null, pausedUntil: null });
  await aMinute();

  expect(await read()).toBe("16.000000");
});

it("stops when the cap is used up, says so, and goes on when it is set again", async () => {
  const { balance, read, auto } = await aCappedBalance("6");

  await aMinute();
  await aMinute();

  expect(await read()).toBe("4.000000");
  expect(await auto()).toMatchObject({
    status: "STOPPED",
    stoppedReason: "The spending limit is used up.",
  });
  const told = await service().parts.db.webhookEvent.count({
    where: { type: "balance.auto_top_up_stopped", serviceId: balance.serviceId },
  });
  expect(told).toBe(1);
  const again = { balanceId: balance.id, ...terms, amount: "2" };
  await story.done("balances.setAutoTopUp", again);
  await aMinute();
  expect(await read()).toBe("6.000000");
});

it("counts what open invoices ask of the cap, and waits while that is collected", () =>
  forRows(
    [
      ["10", false, ["STOPPED", 0]],
      ["12", false, ["ACTIVE", 1]],
      ["10", true, ["ACTIVE", 0]],
      ["12", true, ["ACTIVE", 1]],
    ] as const,
    async (cap, isBeingCollected, expected) => {
      const { balance, auto, subscription } = await aCappedBalance(cap);
      const { id: subscriptionId, serviceId, userId, paymentPlanId } = subscription;
      const of = { serviceId, userId, paymentPlanId, subscriptionId };
      const { invoice } = await story.done("invoices.create", {
        ...of,
        amount: "8",
        status: "OPEN",
      });
      const { parts, clock } = service();
      // Only its payment by hand would credit it.
      await story.done("balances.topUp", { balanceId: balance.id, amount: "5" });
      if (isBeingCollected) {
        const { id } = invoice;
        await parts.db.invoice.update({ where: { id }, data: { collectAt: clock.now() } });
        await collectDueInvoices(parts);
      }

      await topUpLowBalances(parts);

      const where = { balanceId: balance.id, isAutomatic: true };
      expect([(await auto()).status, await parts.db.balanceTopUp.count({ where })]).toEqual(
        expected,
      );
      if (!isBeingCollected) return;
      await settleAll(service());
      await topUpLowBalances(parts);
      expect((await auto()).status).toBe(cap === "10" ? "STOPPED" : "ACTIVE");
    },
  ));

it("stops without a cap, and after a collection that failed", async () => {
  const uncapped = await story.aBalance({}, "0");
  await story.done("balances.setAutoTopUp", { balanceId: uncapped.id, ...terms });
  const { balance, auto } = await aCappedBalance("100");
  await topUpLowBalances(service().parts);
  const { invoices } = await story.done("invoices.list", {
    serviceId: balance.serviceId,
    status: "OPEN",
  });
  await story.done("invoices.void", { invoiceId: invoices[0].id });

  await topUpLowBalances(service().parts);

  expect((await auto()).stoppedReason).toBe("The last automatic top-up was not collected.");
  const { autoTopUp } = await story.done("balances.autoTopUp", { balanceId: uncapped.id });
  expect(autoTopUp.stoppedReason).toBe("There is no spending limit that can be used.");
});

describe("a subscriber with several subscriptions", () => {
  it("tops up under the cap that can pay: a newer one is absent, too small, or of an empty wallet", () =>
    forRows(["absent", "too small", "of an empty wallet"], async (newest) => {
      const { balance, read, auto, subscription } = await aCappedBalance("100");
      if (newest === "absent") await anotherSubscription(balance);
      if (newest === "too small") {
        const payer = await aPayer(service(), "100");
        await anotherSubscription(balance, { payer, amount: "3" });
      }
      if (newest === "of an empty wallet") {
        const payer = await aPayer(service(), "100");
        await anotherSubscription(balance, { payer, amount: "50" });
        await payer.spend("100");
      }

      await aMinute();

      expect(await auto()).toMatchObject({ status: "ACTIVE" });
      expect(await read()).toBe("4.000000");
      const { serviceId } = balance;
      const { invoices } = await story.done("invoices.list", { serviceId, status: "PAID" });
      expect(invoices).toMatchObject([{ subscriptionId: subscription.id }]);
    }));
});

it("a top-up by a call bills the newest subscription whose cap has room for it, or the one that the call names", async () => {
  const { balance, subscription: capped } = await aCappedBalance("10");
  const { id: balanceId, serviceId, userId } = balance;
  const newer = await anotherSubscription(balance);
  const billed = async (amount: string, subscriptionId?: string) => {
    const input = { balanceId, amount, ...(subscriptionId && { subscriptionId }) };
    return (await story.done("balances.topUp", input)).invoice.subscriptionId;
  };
  const { id: subscriptionId } = capped;
  const of = { serviceId, userId, paymentPlanId: capped.paymentPlanId, subscriptionId };
  await story.done("invoices.create", { ...of, amount: "7", status: "OPEN" });

  await forRows(
    [
      ["3", undefined, capped.id],
      ["3.01", undefined, newer.id],
      ["3.01", capped.id, capped.id],
      ["3", newer.id, newer.id],
    ],
    async (amount, named, expected) => expect(await billed(amount, named)).toBe(expected),
  );
  const other = await story.aSubscription();
  await story.done("subscriptions.cancel", { subscriptionId: newer.id });
  await forRows(
    [
      [other.id, 404, "subscription_not_of_service_and_user"],
      [newer.id, 409, "subscription_not_active"],
    ],
    async (subscriptionId, status, code) =>
      expect(
        await story.call("balances.topUp", { balanceId, amount: "1", subscriptionId }),
      ).toMatchObject({ status, code }),
  );
});

describe("a stranger who subscribes with the subscriber's e-mail address", () => {
  it("stops, charges and shows nothing of the subscriber", async () => {
    const { payer, subscription } = await aCappedSubscription(story);
    const { serviceId, userId, paymentPlanId } = subscription;
    const { balance } = await story.done("balances.create", { serviceId, userId });
    await story.aGrant(balance.id, "4");
    await story.done("balances.setAutoTopUp", { balanceId: balance.id, ...terms });
    const { checkoutSession } = await story.done("checkoutSessions.create", {
      serviceId,
      paymentPlanId,
    });
    const { id: checkoutSessionId } = checkoutSession;
    const user = { email: `${payer.address}@example.com` };

    await story.done("checkout.pay", { checkoutSessionId, user });

    const { checkoutSession: paid } = await story.done("checkoutSessions.get", {
      checkoutSessionId,
    });
    const [strangers] = paid.subscriptions;
    expect(strangers.userId).not.toBe(userId);
    await story.done("usageEvents.create", story.usageOf(strangers));
    const read = () => story.done("balances.get", { balanceId: balance.id });
    expect((await read()).balance.available).toBe("4.000000");
    await aMinute();
    expect((await read()).balance.available).toBe("8.000000");
    const { autoTopUp } = await story.done("balances.autoTopUp", { balanceId: balance.id });
    expect(autoTopUp).toMatchObject({ status: "ACTIVE" });
  });
});

describe("by REST", () => {
  const by = new Story(restDoor, service);

  it("is set, read and removed once, however many remove it", async () => {
    const { id: balanceId } = await by.aBalance();
    const { autoTopUp } = await by.done("balances.setAutoTopUp", { balanceId, ...terms });
    expect(autoTopUp).toMatchObject({ balanceId, status: "ACTIVE", below: "5.000000" });
    expect((await by.done("balances.autoTopUp", { balanceId })).autoTopUp).toEqual(autoTopUp);

    const remove = () => by.call("balances.removeAutoTopUp", { balanceId });
    const answers = await Promise.all(Array.from({ length: 4 }, remove));

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
    const removed = answers.find(({ status }) => status === 200);
    expect(removed?.body.autoTopUp).toEqual(autoTopUp);
    expect(await by.call("balances.autoTopUp", { balanceId })).toMatchObject({ status: 404 });
  });

  it("refuses a day of less than one top-up", async () => {
    const { id: balanceId } = await by.aBalance();
    const input = { balanceId, ...terms, perDayAtMost: "3.999999" };
    expect(await by.call("balances.setAutoTopUp", input)).toMatchObject({
      status: 400,
      code: "auto_top_up_over_daily_limit",
    });
  });
});

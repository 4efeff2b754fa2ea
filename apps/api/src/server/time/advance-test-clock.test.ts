import { describe, expect, it } from "vitest";
import { aCheckout, settleAll, signed } from "../../../test/harness/checkout.ts";
import { ClockedStory } from "../../../test/harness/clocked-story.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { expectLedgerHolds } from "../../../test/harness/ledger-holds.ts";
import { aPayer } from "../../../test/harness/payer.ts";
import { payments, startService, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { runTestClock } from "./run-test-clock.ts";

const service = useService(payments);
const story = new ClockedStory(restDoor, service);
expectLedgerHolds(service);

const monthly = { pricingType: "FIXED_RECURRING", billingInterval: "MONTH", amount: "9.99" };
const invoicesOf = async (subscriptionId: string) =>
  (await story.done("invoices.list", { subscriptionId, limit: 100 })).invoices.toReversed() as {
    createdAt: string;
    dueAt: string | null;
    paidAt: string | null;
    status: string;
    settlements: { status: string; createdAt: string }[];
  }[];

const midnights = (months: readonly string[]) => months.map((month) => `${month}T00:00:00.000Z`);

describe("a clock that is advanced by a year", () => {
  it("renews a subscription at the end of each period, and nothing of other services", async () => {
    const clocked = new ClockedStory(restDoor, service);
    await clocked.aTestClock("2027-01-31T00:00:00.000Z");
    const { id } = await clocked.aSubscription(monthly);
    const other = await new Story(restDoor, service).aSubscription(monthly);

    const testClock = await clocked.advanceTo("2028-01-31T00:00:00.000Z");

    expect(testClock).toMatchObject({
      status: "READY",
      now: "2028-01-31T00:00:00.000Z",
      advancingTo: null,
    });
    const invoices = await invoicesOf(id);
    expect(invoices.map(({ createdAt }) => createdAt)).toEqual(
      midnights([
        "2027-02-28",
        "2027-03-31",
        "2027-04-30",
        "2027-05-31",
        "2027-06-30",
        "2027-07-31",
        "2027-08-31",
        "2027-09-30",
        "2027-10-31",
        "2027-11-30",
        "2027-12-31",
        "2028-01-31",
      ]),
    );
    const { subscription } = await clocked.done("subscriptions.get", { subscriptionId: id });
    expect(subscription).toMatchObject({ currentPeriodStart: "2028-01-31T00:00:00.000Z" });
    const { subscription: same } = await clocked.done("subscriptions.get", {
      subscriptionId: other.id,
    });
    expect(same).toEqual(other);
    expect(await invoicesOf(other.id)).toEqual([]);
  });
});

describe("an advance", () => {
  it("collects a renewal under the spending cap, at its own time", async () => {
    await story.aTestClock();
    const { payer, subscription } = await aCappedMonth();

    await story.advanceTo("2027-03-02T00:00:00.000Z");

    expect(await invoicesOf(subscription.id)).toMatchObject([
      { status: "PAID" },
      { status: "PAID", ...at("2027-02-01T00:00:00.000Z") },
      { status: "PAID", ...at("2027-03-01T00:00:00.000Z") },
    ]);
    expect(await payer.balance()).toBe("925.000000");
  });

  it("tries a collection again on the schedule, and lets the invoice expire after the last attempt", async () => {
    await story.aTestClock();
    const { subscription } = await aCappedMonth("25");

    await story.advanceTo("2027-02-20T00:00:00.000Z");

    const [, renewal] = await invoicesOf(subscription.id);
    expect(renewal).toMatchObject({ status: "EXPIRED", dueAt: "2027-02-15T00:00:00.000Z" });
    expect(renewal?.settlements.toReversed().map(({ createdAt }) => createdAt)).toEqual([
      "2027-02-01T00:00:00.000Z",
      "2027-02-01T01:00:00.000Z",
      "2027-02-02T00:00:00.000Z",
      "2027-02-04T00:00:00.000Z",
      "2027-02-06T00:00:00.000Z",
      "2027-02-08T00:00:00.000Z",
      "2027-02-11T00:00:00.000Z",
    ]);
  });

  it("expires holds, credit, invoices and checkout sessions at their times", async () => {
    await story.aTestClock();
    const balance = await story.aBalance({}, "0");
    await story.aGrant(balance.id, "5", { expiresAt: "2027-01-03T00:00:00.000Z" });
    const hold = { balanceId: balance.id, key: "call", amount: "1" };
    await story.done("holds.create", { ...hold, expiresAt: "2027-01-01T06:00:00.000Z" });
    const { id: invoiceId } = await story.anInvoice({ dueAt: "2027-01-02T00:00:00.000Z" });
    const session = await story.aCheckoutSession({ expiresAt: "2027-01-02T12:00:00.000Z" });

    await story.advanceTo("2027-01-05T00:00:00.000Z");

    const { balanceEntries } = await story.done("balances.entries", { balanceId: balance.id });
    expect(
      balanceEntries.map(({ type, createdAt }: Record<string, string>) => `${createdAt} ${type}`),
    ).toEqual([
      "2027-01-03T00:00:00.000Z GRANT_EXPIRED",
      "2027-01-01T06:00:00.000Z HOLD_EXPIRED",
      "2027-01-01T00:00:00.000Z HOLD",
      "2027-01-01T00:00:00.000Z GRANT",
    ]);
    const { invoice } = await story.done("invoices.get", { invoiceId });
    expect(invoice).toMatchObject({ status: "EXPIRED" });
    const { updatedAt } = await service().parts.db.invoice.findUniqueOrThrow({
      where: { id: invoiceId },
    });
    expect(updatedAt.toISOString()).toBe("2027-01-02T00:00:00.000Z");
    const ended = await service().parts.db.checkoutSession.findUniqueOrThrow({
      where: { id: session.id },
    });
    expect([ended.status, ended.updatedAt.toISOString()]).toEqual([
      "EXPIRED",
      "2027-01-02T12:00:00.000Z",
    ]);
  });

  it("tops a balance up that became low, in the same advance as what made it low", async () => {
    await story.aTestClock();
    const { subscription } = await aCappedMonth();
    const { serviceId, userId } = subscription;
    const { balance } = await story.done("balances.create", { serviceId, userId });
    await story.aGrant(balance.id, "5", { expiresAt: "2027-01-10T00:00:00.000Z" });
    const terms = { below: "2", amount: "10", perDayAtMost: "10" };
    await story.done("balances.setAutoTopUp", { balanceId: balance.id, ...terms });

    await story.advanceTo("2027-01-11T00:00:00.000Z");

    const after = await story.done("balances.get", { balanceId: balance.id });
    expect(after.balance).toMatchObject({ available: "10.000000" });
  });

  it("reports its end once for each service, with the real time of the event", async () => {
    await story.aTestClock();
    const services = [await story.aService(), await story.aService()];
    const now = service().clock.in(0);

    const testClock = await story.advanceTo("2027-06-01T00:00:00.000Z");

    const { events } = await story.done("events.list", { type: "test_clock.ready", from: now });
    const ids = services.map(({ id }) => id).sort();
    expect(
      events.map(({ data }: { data: { serviceId: string } }) => data.serviceId).sort(),
    ).toEqual(ids);
    expect(events[0]).toMatchObject({ data: { testClock } });
    expect(events[0].createdAt < "2027-01-01").toBe(true);
  });

  it("continues where a process stopped", async () => {
    const testClockId = await story.aTestClock();
    const { id } = await story.aSubscription(monthly);
    const { db } = service().parts;
    const advancingTo = new Date("2027-07-01T00:00:00.000Z");
    await db.testClock.update({
      where: { id: testClockId },
      data: { status: "ADVANCING", advancingTo },
    });
    const stop = new AbortController();
    const { parts } = service();
    const stopping = { ...parts, due: { ...parts.due, advanceAll: stopAfter(2, stop) } };
    await runTestClock(stopping, testClockId, stop.signal);
    const { testClock } = await story.done("testClocks.get", { testClockId });
    expect(testClock).toMatchObject({ status: "ADVANCING", now: "2027-03-01T00:00:00.000Z" });

    await runTestClock(parts, testClockId, new AbortController().signal);

    expect(await invoicesOf(id)).toHaveLength(6);
    expect(await db.testClock.findUniqueOrThrow({ where: { id: testClockId } })).toMatchObject({
      status: "READY",
      now: advancingTo,
    });
  });
});

describe("a clock is refused", () => {
  it("a time that is not later, or more than two years later", async () => {
    const testClockId = await story.aTestClock();
    const to = async (time: string) =>
      (await story.call("testClocks.advance", { testClockId, to: time })).code;

    expect(await to("2027-01-01T00:00:00.000Z")).toBe("test_clock_not_forwards");
    expect(await to("2026-12-31T00:00:00.000Z")).toBe("test_clock_not_forwards");
    expect(await to("2029-01-01T00:00:00.001Z")).toBe("test_clock_too_far");
    const { body } = await story.call("testClocks.advance", {
      testClockId,
      to: "2200-01-01T00:00:00.000Z",
    });
    expect(body.error).toBe("to must be in the years 2000 to 2199.");
  });

  it("a second advance while it is advancing", async () => {
    const testClockId = await story.aTestClock();
    await service().parts.db.testClock.update({
      where: { id: testClockId },
      data: { status: "ADVANCING", advancingTo: new Date("2028-01-01T00:00:00.000Z") },
    });

    const to = "2028-02-01T00:00:00.000Z";
    const { status, code } = await story.call("testClocks.advance", { testClockId, to });

    expect([status, code]).toEqual([409, "test_clock_advancing"]);
  });

  it("a chain with real money", async () => {
    const base = await startService({ SETTLEMENT_CHAIN_ID: "8453" });
    const onBase = new Story(restDoor, () => base);

    const { status, body } = await onBase.call("testClocks.create", {
      now: "2027-01-01T00:00:00.000Z",
    });

    await base.stop();
    expect([status, body.error]).toEqual([
      409,
      "Test clocks exist only on local chains and testnets, and chain 8453 is neither.",
    ]);
  });
});

describe("what is corrected on a clock", () => {
  it("has the clock's time: a void, a credit note, and what both give back", async () => {
    await story.aTestClock();
    const paid = await story.aPaidInvoice();
    const { serviceId, userId, subscriptionId } = paid;
    const { balance } = await story.done("balances.create", { serviceId, userId });
    const { id: balanceId } = balance;
    await story.aGrant(balanceId, "5");
    const subscription = { id: subscriptionId, serviceId, userId };
    const usage = story.usageOf(subscription, { balanceId, charge: "2" });
    const { usageEvent } = await story.done("usageEvents.create", usage);
    await story.advanceTo("2027-01-08T00:00:00.000Z");

    const ofVoid = { usageEventId: usageEvent.id, reason: "Counted twice" };
    const { usageEvent: voided } = await story.done("usageEvents.void", ofVoid);
    const creditNote = await story.aCreditNote({ invoiceId: paid.id });
    await story.done("creditNotes.refund", { creditNoteId: creditNote.id, to: "BALANCE" });

    const { balanceEntries } = await story.done("balances.entries", { balanceId });
    const [refund, givenBack] = balanceEntries as { createdAt: string }[];
    const times = [voided.void, creditNote, givenBack, refund].map((record) => record.createdAt);
    expect(times).toEqual(times.map(() => "2027-01-08T00:00:00.000Z"));
  });
});

it("what is recorded in place of a voided event has the clock's time too", async () => {
  await story.aTestClock("2025-01-01T00:00:00.000Z");
  const subscription = await story.aSubscription(monthly);
  const { usageEvent } = await story.done("usageEvents.create", story.usageOf(subscription));

  const { replacement } = await story.done("usageEvents.void", {
    usageEventId: usageEvent.id,
    reason: "Counted twice",
    replacement: { eventKey: "again", quantity: "1" },
  });

  expect(replacement.createdAt).toBe("2025-01-01T00:00:00.000Z");
  const { subscription: same } = await story.done("subscriptions.get", {
    subscriptionId: subscription.id,
  });
  expect(same.currentPeriodEnd).toBe("2025-02-01T00:00:00.000Z");
});

describe("usage of a service on a clock", () => {
  it("has the clock's time, also in a batch with usage of other services", async () => {
    await story.aTestClock();
    const clocked = story.usageOf(await story.aSubscription());
    const real = story.usageOf(await new Story(restDoor, service).aSubscription());

    const { results } = await story.done("usageEvents.batch", {
      usageEvents: [real, clocked, real],
    });

    const [first, second, third] = results;
    expect(second.usageEvent).toMatchObject({
      occurredAt: "2027-01-01T00:00:00.000Z",
      createdAt: "2027-01-01T00:00:00.000Z",
    });
    expect(first.usageEvent.createdAt < "2027-01-01").toBe(true);
    expect(third.status).toBe(409);
  });

  it("is quoted until the clock's time", async () => {
    await story.aTestClock();
    const subscription = await story.aSubscription({ billingInterval: "MONTH" });
    await story.aRateCard({ paymentPlanId: subscription.paymentPlanId });
    await story.done("usageEvents.create", story.usageOf(subscription, { quantity: "4" }));

    await story.advanceTo("2027-01-08T00:00:00.000Z");

    const { quote } = await story.done("quotes.create", { subscriptionId: subscription.id });
    expect(quote).toMatchObject({ amount: "0.010000", usageUntil: "2027-01-08T00:00:00.000Z" });
  });
});

/** A subscription of 25 USDC a month, paid at checkout, with a spending cap for what follows. */
async function aCappedMonth(usdc = "1000") {
  const payer = await aPayer(service(), usdc);
  const { checkoutSessionId } = await aCheckout(story);
  await story.done("checkout.pay", await signed(story, checkoutSessionId, payer, "500"));
  await settleAll(service());
  const { checkoutSession } = await story.done("checkoutSessions.get", { checkoutSessionId });
  return { payer, subscription: checkoutSession.subscriptions[0] };
}

const at = (time: string) => ({ createdAt: time, paidAt: time });

/** Advances nothing of some nouns' sweeps at the given step, where it aborts. */
function stopAfter(steps: number, stop: AbortController) {
  const { advanceAll } = service().parts.due;
  let expired = 0;
  return async (...[parts, noun, scope]: Parameters<typeof advanceAll>) => {
    await advanceAll(parts, noun, scope);
    if (noun !== "invoices") return;
    expired += 1;
    if (expired === steps) stop.abort();
  };
}

import { expect, it } from "vitest";
import { sql } from "../../../test/harness/database.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();
const story = new Story(restDoor, service);
const hour = 3_600;

async function aSubscription(components: object[], billingInterval = "DAY") {
  const subscription = await story.aSubscription({ billingInterval });
  await story.aRateCard({ paymentPlanId: subscription.paymentPlanId, components });
  return subscription;
}

const perRequest = { type: "PER_UNIT", description: "Requests", unitAmount: "0.5" };

const upcoming = async ({ id: subscriptionId }: { id: string }, query: object = {}) =>
  (await story.done("subscriptions.upcomingInvoice", { subscriptionId, ...query })).upcomingInvoice;

async function use(subscription: Parameters<Story["usageOf"]>[0], quantity: string, at?: string) {
  return (await story.aUsageEvent(subscription, { quantity, occurredAt: at })).id as string;
}

/** Makes the bill that is due, as a biller does. */
async function makeBill(
  subscription: Awaited<ReturnType<typeof aSubscription>>,
  more: object = {},
) {
  const { amount, lines, billNumber, periodStart, periodEnd } = await upcoming(subscription);
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  const bill = { amount, lines, billNumber, periodStart, periodEnd, status: "OPEN" as const };
  const of = { serviceId, paymentPlanId, userId, subscriptionId };
  return (await story.done("invoices.create", { ...of, ...bill, ...more })).invoice;
}

/** The stored cost of each period, with the transaction that has written it. */
const stored = ({ id }: { id: string }) =>
  sql(
    service().databaseUrl,
    "SELECT amount, xmin::text AS version FROM period_charges WHERE subscription_id = $1 ORDER BY starts_at",
    [id],
  );

it("is what a period costs, while it runs, while its usage may arrive, and when it is due", async () => {
  const subscription = await aSubscription([perRequest]);
  const { id, serviceId, paymentPlanId, userId } = subscription;
  const { currentPeriodStart: periodStart, currentPeriodEnd: periodEnd } = subscription;
  await use(subscription, "3");
  const bill = {
    ...{ subscriptionId: id, serviceId, paymentPlanId, userId, billNumber: 1 },
    ...{ periodStart, periodEnd, amount: "1.500000", currency: "USDC", usageEventCount: 1 },
    broughtForward: "0.000000",
    carriedForward: "0.000000",
    lines: [{ description: "Requests", quantity: "3", unitAmount: "0.5", amount: "1.500000" }],
    correction: null,
  };
  const dueAt = (seconds: number) =>
    new Date(Date.parse(periodEnd) + seconds * 1_000).toISOString();

  expect(await upcoming(subscription)).toMatchObject({
    ...{ ...bill, status: "RUNNING", dueAt: dueAt(hour) },
  });
  service().clock.set(periodEnd);
  expect(await upcoming(subscription)).toMatchObject({ ...bill, status: "WAITING" });
  expect(await upcoming(subscription, { graceSeconds: 0 })).toMatchObject({
    ...{ ...bill, status: "DUE", dueAt: periodEnd },
  });
  service().clock.advance(hour);
  expect(await upcoming(subscription)).toMatchObject({ ...bill, status: "DUE" });
  expect(await upcoming(subscription, { leastAmount: "1.500001" })).toMatchObject({
    ...{ status: "RUNNING", amount: "0.000000", lines: [{ amount: "1.500000" }] },
    ...{ broughtForward: "1.500000", carriedForward: "1.500000", billNumber: 1 },
  });
  expect(await upcoming(subscription, { ahead: 1 })).toMatchObject({
    ...{ status: "RUNNING", amount: "0.000000", lines: [], billNumber: 2 },
  });
});

it("prices only periods whose events have changed", async () => {
  const subscription = await aSubscription([perRequest]);
  const starts: string[] = [];
  const events: string[] = [];
  for (let count = 0; count < 20; count += 1) {
    starts.push(service().clock.now().toISOString());
    events.push(await use(subscription, "2"));
    service().clock.advance(24 * hour);
  }
  await upcoming(subscription);
  const before = await stored(subscription);
  await upcoming(subscription);
  const again = await stored(subscription);
  await use(subscription, "2", starts[7]);
  const voided = { usageEventId: events[13], reason: "Counted twice" };
  const replacement = { eventKey: "requests:right", quantity: "8" };
  await story.done("usageEvents.void", { ...voided, replacement });
  const bill = await upcoming(subscription, { leastAmount: "99" });
  const after = await stored(subscription);

  const priced = (rows: typeof before) =>
    rows.flatMap(({ version }, place) => (version === before[place]?.version ? [] : [place]));
  expect(before).toHaveLength(21);
  expect(priced(again)).toEqual([]);
  expect(priced(after)).toEqual([7, 13]);
  expect([after[7]?.amount, after[13]?.amount]).toEqual(["2.000000", "4.000000"]);
  expect(bill).toMatchObject({ status: "WAITING", broughtForward: "23.000000" });
});

it("of a subscription that was cancelled before the plan had a rate card is 409, and after it is its last period", async () => {
  await forRows(["MONTH", "NONE"], async (billingInterval) => {
    const subscription = await story.aSubscription({ billingInterval });
    const { id: subscriptionId, paymentPlanId } = subscription;
    const ask = () => story.call("subscriptions.upcomingInvoice", { subscriptionId });
    const unpriced = { status: 409, body: { error: "Payment plan has no rate card in effect." } };
    await use(subscription, "30");
    expect(await ask()).toMatchObject(unpriced);

    service().clock.advance(60);
    await story.done("subscriptions.cancel", { subscriptionId });
    service().clock.advance(60);
    await story.aRateCard({ paymentPlanId, components: [perRequest] });
    expect(await ask()).toMatchObject(unpriced);
  });
  const subscription = await aSubscription([perRequest]);
  await use(subscription, "30");
  service().clock.advance(60);
  const { subscription: ended } = await story.done("subscriptions.cancel", {
    subscriptionId: subscription.id,
  });
  expect(await upcoming(subscription)).toMatchObject({
    ...{ status: "WAITING", amount: "15.000000", periodEnd: ended.endedAt },
  });
});

it("after the end says what is owed, and to which invoice it is credited", async () => {
  const subscription = await aSubscription([perRequest]);
  const { id: subscriptionId } = subscription;
  const usageEventId = await use(subscription, "20");
  service().clock.advance(26 * hour);
  const invoice = await makeBill(subscription);
  await story.done("settlements.create", story.settlementOf(invoice));
  const replacement = { eventKey: "requests:right", quantity: "5" };
  await story.done("usageEvents.void", { usageEventId, reason: "Counted twice", replacement });
  await story.done("subscriptions.cancel", { subscriptionId });
  service().clock.advance(hour);

  const owed = await upcoming(subscription);
  expect(owed).toMatchObject({
    ...{ status: "OWED", amount: "0.000000", carriedForward: "-7.500000", billNumber: 2 },
    correction: { action: "CREDIT", invoiceId: invoice.id, amount: "7.500000" },
  });
  const credit = { invoiceId: invoice.id, amount: "7.5", reason: "Usage", billNumber: 2 };
  await story.done("creditNotes.create", credit);
  expect(await story.call("creditNotes.create", credit)).toMatchObject({ status: 409 });
  expect(await upcoming(subscription)).toMatchObject({ status: "DONE", billNumber: 3 });
  const other = await story.anInvoice({ amount: "10" });
  const unnumbered = { ...credit, invoiceId: other.id, amount: "1", billNumber: 3 };
  expect(await story.refusal("creditNotes.create", unnumbered)).toBe(
    "400 billNumber requires an invoice that has a billNumber.",
  );
});

it("after the end voids a bill of which nothing, or less than the least amount, would stay due", () =>
  forRows(
    [
      { wrong: "20", right: "0", waived: "6", left: "4.000000" },
      // 8 of 10 are not owed, and 6 are due, because 4 were waived.
      { wrong: "16", right: "4", waived: "4", left: "6.000000" },
      // 9.995 of 10 are not owed.
      { wrong: "19.99", right: "0.01", waived: null, left: "10.000000" },
    ],
    async ({ wrong, right, waived, left: amount }) => {
      const subscription = await aSubscription([perRequest]);
      const usageEventId = await use(subscription, wrong);
      await use(subscription, right);
      service().clock.advance(26 * hour);
      const { id: invoiceId } = await makeBill(subscription);
      if (waived !== null) {
        await story.done("creditNotes.create", { invoiceId, amount: waived, reason: "Sorry" });
      }
      await story.done("usageEvents.void", { usageEventId, reason: "Counted twice" });
      await story.done("subscriptions.cancel", { subscriptionId: subscription.id });
      service().clock.advance(hour);

      expect(await upcoming(subscription)).toMatchObject({
        ...{ status: "OWED", correction: { action: "VOID", invoiceId, amount } },
      });
      await story.done("invoices.void", { invoiceId });
      expect(await upcoming(subscription)).toMatchObject({ status: "DONE", correction: null });
    },
  ));

it("asks again for what a bill asked for that expired unpaid, but not for what was waived", async () => {
  const subscription = await aSubscription([perRequest]);
  await use(subscription, "20");
  service().clock.advance(26 * hour);
  const dueAt = new Date(service().clock.now().getTime() + hour * 1_000).toISOString();
  const { id: invoiceId } = await makeBill(subscription, { dueAt });
  await story.done("creditNotes.create", { invoiceId, amount: "6", reason: "Sorry" });
  expect(await upcoming(subscription)).toMatchObject({ broughtForward: "0.000000" });
  service().clock.advance(2 * hour);
  await story.done("invoices.get", { invoiceId });
  expect(await upcoming(subscription)).toMatchObject({ broughtForward: "4.000000" });
});

it("has nothing further ahead than the last bill after the end", async () => {
  const subscription = await aSubscription([perRequest]);
  await use(subscription, "20");
  service().clock.advance(hour);
  await story.done("subscriptions.cancel", { subscriptionId: subscription.id });
  service().clock.advance(hour);
  const { id: invoiceId } = await makeBill(subscription);
  await story.done("invoices.void", { invoiceId });

  expect(await upcoming(subscription)).toMatchObject({ status: "DUE", amount: "10.000000" });
  expect(await upcoming(subscription, { ahead: 1 })).toMatchObject({
    ...{ status: "DONE", amount: "0.000000", billNumber: 3 },
  });
});

it("goes on with the next period after a bill whose period ends in the future", async () => {
  const subscription = await aSubscription([perRequest]);
  await use(subscription, "20");
  service().clock.advance(25 * hour);
  const { amount, status } = await makeBill(subscription, { periodEnd: "2099-01-01T00:00:00Z" });
  expect([amount, status]).toEqual(["10.000000", "OPEN"]);
  await use(subscription, "2");
  service().clock.advance(25 * hour);

  expect(await upcoming(subscription)).toMatchObject({ status: "DUE", amount: "1.000000" });
});

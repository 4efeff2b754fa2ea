import {
  type BilledEvent,
  billHash,
  rateCardHash,
  UsageMeter,
  usageHash,
  verifyUsageProof,
} from "@usance/proofs";
import { rate } from "@usance/rating";
import { Client } from "pg";
import { describe, expect, it } from "vitest";
import { onCitus } from "../../../test/harness/database.ts";
import { doors } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { useService } from "../../../test/harness/service.ts";
import { aKey, Story } from "../../../test/harness/story.ts";
import { until } from "../../../test/harness/until.ts";

const service = useService();
const day = 86_400;

const components = [
  { type: "PER_UNIT" as const, description: "Requests", prefix: "requests", unitAmount: "0.5" },
  { type: "PER_UNIT" as const, description: "All", measure: "COUNT" as const, unitAmount: "1" },
];

describe.each(doors)("a bill through $name", (door) => {
  const story = new Story(door, service);

  async function aSubscription(billingInterval = "DAY") {
    const subscription = await story.aSubscription({ billingInterval });
    const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
    const card = await story.aRateCard({ paymentPlanId, components });
    return { subscription, card, of: { subscriptionId, serviceId, paymentPlanId, userId } };
  }
  type Subscription = Awaited<ReturnType<typeof aSubscription>>["subscription"];

  const use = (subscription: Subscription, eventKey: string, quantity: string, at = 0) => {
    const start = Date.parse(subscription.currentPeriodStart);
    const occurredAt = new Date(start + at * 1_000).toISOString();
    return story.aUsageEvent(subscription, { eventKey, quantity, occurredAt });
  };
  const upcoming = async ({ id: subscriptionId }: Subscription) =>
    (await story.done("subscriptions.upcomingInvoice", { subscriptionId })).upcomingInvoice;

  /** Makes the bill that is due, as a biller does. */
  async function makeBill(subscription: Subscription, of: object) {
    const {
      amount,
      lines,
      billNumber,
      periodStart,
      periodEnd,
      usageHash: hash,
    } = await upcoming(subscription);
    const bill = { amount, lines, billNumber, periodStart, periodEnd, usageHash: hash };
    return (await story.done("invoices.create", { ...of, ...bill, status: "OPEN" })).invoice;
  }
  const proofOf = async ({ id: invoiceId }: { id: string }) =>
    (await story.done("invoices.proof", { invoiceId })).proof;

  const totalsOf = (events: readonly BilledEvent[]) => {
    const meter = new UsageMeter(["requests"]);
    for (const event of events) meter.add(event);
    return meter.end().totals;
  };

  it("commits to the events, the card and the lines, and anyone can compute it again", async () => {
    const { subscription, card, of } = await aSubscription();
    const events = [
      await use(subscription, "requests:1", "2.5"),
      await use(subscription, "requests:2", "0.000001", 1),
      await use(subscription, "other", "7", 1),
    ];
    service().clock.advance(60);
    const { quote } = await story.done("quotes.create", { subscriptionId: of.subscriptionId });
    const lines = [
      { description: "Usage", quantity: "1", unitAmount: quote.amount, amount: quote.amount },
    ];
    const { from, usageUntil: to } = quote;

    const { invoice } = await story.done("invoices.create", {
      ...{ ...of, lines, amount: quote.amount, usage: { from, to } },
      usageHash: quote.usageHash,
    });
    const { bill, rateCards, settlement, ...proof } = await proofOf(invoice);

    const totals = totalsOf(events);
    const { amount } = rate(components, totals);
    expect(amount).toBe(quote.amount);
    const period = {
      ...{ from, to, totals, prepaid: "0.000000", charge: amount, chargeBefore: null },
      ...{ rateCardId: card.id, rateCardHash: rateCardHash(components) },
    };
    const alone = { billNumber: null, billBefore: null, billed: "0.000000" };
    expect(bill).toEqual({
      version: 1,
      invoiceId: invoice.id,
      serviceId: of.serviceId,
      subscriptionId: of.subscriptionId,
      ...{ amount, currency: "USDC", periodStart: from, periodEnd: to },
      lines: invoice.lines,
      usage: { ...alone, periods: [period], charged: amount },
      usageRoot: null,
    });
    expect([usageHash(bill.usage), billHash(bill)]).toEqual([quote.usageHash, invoice.billHash]);
    const { billHash: hash } = invoice;
    const nothing = { credited: "0.000000", paidFromBalance: "0.000000" };
    expect(proof).toEqual({ billHash: hash, billsBefore: [], ...nothing });
    expect([rateCards, settlement]).toEqual([[{ id: card.id, components }], null]);
    for (const { eventKey } of events) {
      const { usageProof } = await story.done("invoices.usageProof", {
        invoiceId: invoice.id,
        eventKey,
      });
      expect(verifyUsageProof(bill, usageProof), eventKey).toBe(true);
    }
  });

  it("names the bill before, and what late and voided usage changed since", async () => {
    const { subscription, of } = await aSubscription();
    const wrong = await use(subscription, "requests:wrong", "10");
    const right = await use(subscription, "requests:right", "4", 5);
    service().clock.advance(day + 7_200);
    const first = await makeBill(subscription, of);
    const late = await use(subscription, "requests:late", "2", 6);
    if (!onCitus) {
      const voided = { usageEventId: wrong.id, reason: "Counted twice" };
      await story.done("usageEvents.void", voided);
    }
    const second = await use(subscription, "requests:second", "100", day);
    service().clock.advance(day);
    const next = await makeBill(subscription, of);

    const [one, two] = [await proofOf(first), await proofOf(next)];
    const [opening, changed] = [one.bill.usage.periods, two.bill.usage.periods];
    const now = onCitus ? [wrong, right, late] : [right, late];
    expect(opening.map(({ totals }: { totals: object }) => totals)).toEqual([
      totalsOf([wrong, right]),
    ]);
    expect(changed).toMatchObject([
      { from: first.periodStart, totals: totalsOf(now), chargeBefore: "9.000000" },
      {
        from: next.periodStart,
        totals: totalsOf([second]),
        chargeBefore: null,
        charge: "51.000000",
      },
    ]);
    expect(two.bill.usage).toMatchObject({
      ...{ billNumber: 2, billBefore: first.billHash },
      ...{ billed: "9.000000", charged: onCitus ? "62.000000" : "56.000000" },
    });
    expect(next.amount).toBe(onCitus ? "53.000000" : "47.000000");
    await forRows(
      [
        [first, right, true],
        [first, wrong, true],
        [first, late, onCitus],
        [next, late, true],
        [next, wrong, onCitus],
        [next, second, true],
      ],
      async ({ id: invoiceId }, { eventKey }, isBilled) => {
        const { status, body } = await story.call("invoices.usageProof", { invoiceId, eventKey });
        // Citus has no voids and does not tell late usage from earlier usage.
        const isChanged = onCitus && invoiceId === first.id;
        expect(status).toBe(isChanged ? 409 : isBilled ? 200 : 404);
        const { bill } = invoiceId === first.id ? one : two;
        if (status === 200) expect(verifyUsageProof(bill, body.usageProof)).toBe(true);
      },
    );
  });

  it("is refused if the usage is not as it was quoted, and made once", async () => {
    const { subscription, of } = await aSubscription();
    await use(subscription, "requests:1", "3");
    service().clock.advance(day + 7_200);
    const {
      amount,
      billNumber,
      periodStart,
      periodEnd,
      usageHash: hash,
    } = await upcoming(subscription);
    const bill = { ...of, amount, billNumber, periodStart, periodEnd, usageHash: hash };
    await use(subscription, "requests:2", "3");
    const changed = "409 The usage is not as usageHash says.";

    expect(await story.refusal("invoices.create", bill)).toBe(changed);
    expect(await story.refusal("invoices.create", { ...of, amount, usageHash: hash })).toBe(
      changed,
    );
    const now = await upcoming(subscription);
    const again = { ...bill, amount: now.amount, usageHash: now.usageHash };
    const { invoice } = await story.done("invoices.create", again);
    expect((await proofOf(invoice)).bill.usage.charged).toBe(now.amount);
    expect(await story.refusal("invoices.create", again)).toMatch(/^409 /);
  });

  it("is refused for more than is due, and for a period before that of the last bill", async () => {
    const { subscription, of } = await aSubscription();
    await use(subscription, "requests:1", "3");
    await use(subscription, "requests:2", "3", day);
    service().clock.advance(2 * day + 7_200);
    const first = await upcoming(subscription);
    const { billNumber, periodStart, periodEnd } = first;
    const bill = { ...of, billNumber, periodStart, periodEnd };
    const tooMuch =
      "409 amount must not be more than what the usage costs, less what was billed for it.";

    expect(await story.refusal("invoices.create", { ...bill, amount: "2.500001" })).toBe(tooMuch);
    const { invoice } = await story.done("invoices.create", { ...bill, amount: "2.5" });
    const { billNumber: number, ...next } = await upcoming(subscription);
    const times = { periodStart: next.periodStart, periodEnd: next.periodEnd };
    const later = { ...of, ...times, billNumber: number };
    expect(await story.refusal("invoices.create", { ...later, amount: "3" })).toBe(tooMuch);
    await story.done("invoices.create", { ...later, amount: "2.5" });
    await use(subscription, "requests:late", "4", 60);
    const again = { ...bill, billNumber: number + 1, amount: "1" };
    const wrong =
      "409 periodStart must be that of a priced period, and no later one can have a bill already.";
    expect(await story.refusal("invoices.create", again)).toBe(wrong);
    const start = new Date(Date.parse(periodStart) + 1).toISOString();
    expect(await story.refusal("invoices.create", { ...again, periodStart: start })).toBe(wrong);
    const { bill: billed } = await proofOf(invoice);
    expect([billed.usage.charged, billed.usage.billed]).toEqual(["2.500000", "0.000000"]);
  });

  it("is made of the next period, whatever numbered bills no card priced", async () => {
    const subscription = await story.aSubscription({ billingInterval: "DAY" });
    const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
    const of = { subscriptionId, serviceId, paymentPlanId, userId };
    const early = {
      periodStart: "2099-01-01T00:00:00.000Z",
      periodEnd: "2099-02-01T00:00:00.000Z",
    };
    await story.done("invoices.create", { ...of, ...early, billNumber: 1, amount: "1" });
    const effectiveFrom = subscription.currentPeriodStart;
    await story.done("rateCards.create", { paymentPlanId, components, effectiveFrom });
    await use(subscription, "requests:1", "9");
    service().clock.advance(day + 7_200);

    expect((await makeBill(subscription, of)).amount).toBe("4.500000");
  });

  it("has its own period again if only a void bill had it", async () => {
    const { subscription, of } = await aSubscription();
    const event = await use(subscription, "requests:1", "3");
    service().clock.advance(60);
    await story.done("subscriptions.cancel", { subscriptionId: of.subscriptionId });
    service().clock.advance(7_200);
    const first = await makeBill(subscription, of);
    await story.done("invoices.void", { invoiceId: first.id });
    const second = await makeBill(subscription, of);
    const { bill } = await proofOf(second);
    expect(bill.amount).toBe(first.amount);
    expect(bill.usage).toMatchObject({
      periods: [{ totals: totalsOf([event]), charge: "2.500000", chargeBefore: "2.500000" }],
      ...{ billBefore: first.billHash, charged: "2.500000", billed: "0.000000" },
    });
    const asked = { invoiceId: second.id, eventKey: event.eventKey };
    const { usageProof } = await story.done("invoices.usageProof", asked);
    expect(verifyUsageProof(bill, usageProof)).toBe(true);
  });

  it("has an earlier period again if the bill that had it is void", async () => {
    const { subscription, of } = await aSubscription();
    const event = await use(subscription, "requests:1", "3");
    service().clock.advance(day + 7_200);
    const first = await makeBill(subscription, of);
    await story.done("invoices.void", { invoiceId: first.id });
    const later = await use(subscription, "requests:2", "5", day);
    service().clock.advance(day);
    const { bill } = await proofOf(await makeBill(subscription, of));
    expect(bill).toMatchObject({
      amount: "6.000000",
      usage: {
        periods: [
          { totals: totalsOf([event]), charge: "2.500000", chargeBefore: "2.500000" },
          { totals: totalsOf([later]), charge: "3.500000", chargeBefore: null },
        ],
        ...{ billBefore: first.billHash, charged: "6.000000", billed: "0.000000" },
      },
    });
  });

  it("is refused if it was measured before the bill before it was made", async () => {
    const { subscription, of } = await aSubscription();
    await use(subscription, "requests:1", "3");
    service().clock.advance(2 * day);
    const numbered = async (ahead: number) => {
      const asked = { subscriptionId: of.subscriptionId, graceSeconds: 0, ahead };
      const { upcomingInvoice } = await story.done("subscriptions.upcomingInvoice", asked);
      const { billNumber, periodStart, periodEnd } = upcomingInvoice;
      return { ...of, amount: "1", billNumber, periodStart, periodEnd };
    };
    await use(subscription, "requests:2", "4", day);
    const [first, second] = [await numbered(0), await numbered(1)];
    const { secret } = await aKey(service());
    // Until the first bill is made, the write of the second one waits for the lock of its key.
    const client = new Client({ connectionString: service().databaseUrl });
    await client.connect();
    await client.query("BEGIN");
    await client.query(
      `SELECT pg_advisory_xact_lock(${0x6b6579}, n) FROM generate_series(0, 255) n`,
    );
    const early = story.call("invoices.create", second, secret);
    const isAwaited = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await until(async () => (await client.query(isAwaited)).rowCount === 1);
    const { invoice } = await story.done("invoices.create", first);
    await client.query("ROLLBACK");
    await client.end();
    expect((await early).body.error).toBe("billNumber is not the next one of the subscription.");
    const { invoice: next } = await story.done("invoices.create", second);
    const { usage } = (await proofOf(next)).bill;
    expect(usage).toMatchObject({ billBefore: invoice.billHash, billed: "1.000000" });
    expect(usage.periods).toHaveLength(1);
  });

  it("of usage that no card prices leaves its cost to the seller, and one without usage has its lines alone", async () => {
    const subscription = await story.aSubscription({ billingInterval: "MONTH" });
    const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
    const of = { subscriptionId, serviceId, paymentPlanId, userId, amount: "1" };
    const event = await use(subscription, "requests:1", "3");
    service().clock.advance(60);
    const { invoice } = await story.done("invoices.create", { ...of, usage: {} });
    const { bill } = await proofOf(invoice);
    const meter = new UsageMeter([]);
    meter.add(event);
    expect(bill.usage).toMatchObject({
      charged: null,
      periods: [{ rateCardId: null, rateCardHash: null, charge: null, totals: meter.end().totals }],
    });
    expect([invoice.periodStart, invoice.periodEnd]).toEqual([
      bill.usage.periods[0].from,
      bill.usage.periods[0].to,
    ]);
    const { invoice: bare } = await story.done("invoices.create", of);
    expect((await proofOf(bare)).bill).toMatchObject({
      usage: null,
      lines: [],
      amount: "1.000000",
    });
    const { eventKey } = event;
    expect(await story.refusal("invoices.usageProof", { invoiceId: bare.id, eventKey })).toBe(
      "404 Usage event was not found.",
    );
  });

  it("is refused without a subscription, with a number too, for a time that ends before it begins, and for another's card", async () => {
    const { of, card } = await aSubscription();
    const { subscriptionId: _, ...alone } = of;
    const later = { from: service().clock.in(60), to: service().clock.now().toISOString() };
    const rule = "400 usage requires subscriptionId, and must be omitted with billNumber.";
    const numbered = { billNumber: 1, periodStart: later.to, periodEnd: later.from };
    const foreign = new Story(door, service);
    await forRows(
      [
        [{ ...alone, usage: {} }, rule],
        [{ ...of, ...numbered, usage: {} }, rule],
        [{ ...of, usage: later }, "400 to must not be before from."],
        [{ ...of, usage: { rateCardId: "unknown" } }, "404 "],
        [{ ...of, usage: 1 }, "400 usage must be an object."],
      ],
      async (input, refusal) => {
        const said = await story.refusal("invoices.create", { ...input, amount: "1" });
        expect(said.slice(0, refusal.length)).toBe(refusal);
      },
    );
    expect(card.id).not.toBe(foreign);
  });
});

import { type BilledEvent, rateCardHash, UsageMeter, usageHash } from "@usance/proofs";
import table from "@usance/rating/worked-cases.json" with { type: "json" };
import { describe, expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();

describe("a quote", () => {
  const story = new Story(restDoor, service);

  async function use(
    subscription: Parameters<typeof story.usageOf>[0],
    events: object[],
  ): Promise<BilledEvent[]> {
    const usageEvents = events.map((fields) => story.usageOf(subscription, { ...fields }));
    const { results } = await story.done("usageEvents.batch", { usageEvents });
    return results.map(({ usageEvent }: { usageEvent: BilledEvent }) => usageEvent);
  }

  it("of given usage costs what was calculated by hand in every worked case", () =>
    forRows(table.cases, async (worked) => {
      const { components, usage, amount, lines } = worked;
      if (usage.length === 0) return; // a call has some usage
      const { quote } = await story.done("quotes.create", { components, usage });

      expect(quote.amount).toBe(amount);
      const shown = quote.lines.map(
        ({ exactAmount, amount: rounded, parts }: Record<string, unknown>) => ({
          exactAmount,
          amount: rounded,
          parts,
        }),
      );
      expect(shown).toEqual(lines);
      expect(quote).toMatchObject({
        subscriptionId: null,
        rateCardId: null,
        from: null,
        usageUntil: null,
        usageEventCount: null,
        usageHash: null,
      });
    }));

  it("of a subscription prices the usage of the current period, by the card of its plan", async () => {
    const subscription = await story.aSubscription({ billingInterval: "MONTH" });
    const { id: subscriptionId, paymentPlanId, currentPeriodStart } = subscription;
    const card = await story.aRateCard({
      paymentPlanId,
      components: [
        { type: "PER_UNIT", description: "Reads", prefix: "reads", unitAmount: "0.5" },
        { type: "PER_UNIT", description: "All", measure: "COUNT", unitAmount: "1" },
        { type: "PER_UNIT", description: "Largest", measure: "MAX", unitAmount: "1" },
        { type: "PER_UNIT", description: "Last", measure: "LAST", unitAmount: "1" },
        {
          type: "PER_UNIT",
          description: "Last of reads",
          prefix: "reads",
          measure: "LAST",
          unitAmount: "1",
        },
        {
          type: "PER_UNIT",
          description: "Unused",
          prefix: "seats",
          measure: "LAST",
          unitAmount: "1",
        },
      ],
    });
    const at = (seconds: number) =>
      new Date(Date.parse(currentPeriodStart) + seconds * 1_000).toISOString();
    service().clock.advance(100);
    const events = await use(subscription, [
      { eventKey: "reads:1", quantity: "5", occurredAt: at(0) },
      { eventKey: "reads:2", quantity: "2", occurredAt: at(10) },
      { eventKey: "writes", quantity: "7.5", occurredAt: at(20) },
      { eventKey: ":odd", quantity: "3", occurredAt: at(30) },
      { eventKey: "reads:äöü", quantity: "1", occurredAt: at(30) },
    ]);
    await use(subscription, [
      { eventKey: "reads:before", quantity: "100", occurredAt: at(-0.001) },
      { eventKey: "reads:after", quantity: "100", occurredAt: at(200) },
    ]);

    const to = at(200);
    const { quote } = await story.done("quotes.create", { subscriptionId, to });

    expect(quote).toEqual({
      subscriptionId,
      rateCardId: card.id,
      from: currentPeriodStart,
      usageUntil: to,
      amount: "20.500000",
      currency: "USDC",
      lines: expect.any(Array),
      usageEventCount: 5,
      usageHash: expect.any(String),
    });
    const amounts = quote.lines.map(({ description, amount }: Record<string, string>) => [
      description,
      amount,
    ]);
    // The two last events occurred at once: the larger one counts as the last.
    expect(amounts).toEqual([
      ["Reads", "4.000000"],
      ["All", "5.000000"],
      ["Largest", "7.500000"],
      ["Last", "3.000000"],
      ["Last of reads", "1.000000"],
      ["Unused", "0.000000"],
    ]);
    const meter = new UsageMeter(["reads", "seats"]);
    for (const event of events) meter.add(event);
    const { totals } = meter.end();
    const period = {
      ...{ from: currentPeriodStart, to, totals, charge: quote.amount },
      ...{ prepaid: "0.000000", chargeBefore: null },
      rateCardId: card.id,
      rateCardHash: rateCardHash(card.components),
    };
    const alone = { billNumber: null, billBefore: null, billed: "0.000000" };
    expect(quote.usageHash).toBe(usageHash({ ...alone, periods: [period], charged: quote.amount }));
  });

  it("without usage and without an end has the flat fee, until now", async () => {
    const { id: subscriptionId, paymentPlanId } = await story.aSubscription();
    const components = [{ type: "FLAT", description: "Base fee", amount: "10" }];
    await story.aRateCard({ paymentPlanId, components });
    service().clock.advance(1);

    const before = service().clock.now().toISOString();
    const { quote } = await story.done("quotes.create", { subscriptionId });
    const after = service().clock.now().toISOString();

    expect(quote).toMatchObject({ amount: "10.000000", usageEventCount: 0 });
    expect([before, quote.usageUntil, after].toSorted()[1]).toBe(quote.usageUntil);
  });

  it("uses the card in effect when the period begins, and the newest of those with one start", async () => {
    const subscription = await story.aSubscription({ billingInterval: "MONTH" });
    const { id: subscriptionId, paymentPlanId, currentPeriodEnd } = subscription;
    const flat = (amount: string, effectiveFrom?: string) =>
      story.aRateCard({
        paymentPlanId,
        effectiveFrom,
        components: [{ type: "FLAT", description: "Base fee", amount }],
      });
    await flat("1");
    service().clock.advance(10);
    await flat("2");
    await flat("3", currentPeriodEnd);
    await flat("4", currentPeriodEnd);
    service().clock.set(currentPeriodEnd);
    service().clock.advance(86_400);

    const { quote: last } = await story.done("quotes.create", {
      subscriptionId,
      from: subscription.currentPeriodStart,
      to: currentPeriodEnd,
    });
    const { quote: current } = await story.done("quotes.create", { subscriptionId });

    expect(last.amount).toBe("1.000000");
    expect(current).toMatchObject({ from: currentPeriodEnd, amount: "4.000000" });
  });

  it("changes nothing and leaves no trace", async () => {
    const { id: subscriptionId } = await story.aSubscription();
    const { id: rateCardId } = await story.aRateCard();
    service().clock.advance(1);
    const { db } = service().parts;
    const counts = () =>
      Promise.all([
        db.invoice.count(),
        db.auditEvent.count(),
        db.idempotencyKey.count(),
        db.webhookEvent.count(),
      ]);
    const before = await counts();

    const key = { "Idempotency-Key": "quote" };
    const input = { subscriptionId, rateCardId };
    const { status } = await restDoor.call(service().url, "quotes.create", input, undefined, key);

    expect(status).toBe(200);
    expect(await counts()).toEqual(before);
  });

  const usage = [{ prefix: "a", quantity: "1" }];
  const components = [{ type: "PER_UNIT", description: "A", unitAmount: "999999999999999999" }];
  it("is refused with the code of what is wrong", () =>
    forRows(
      [
        [{}, 400, "quote_of_nothing"],
        [{ subscriptionId: "a", usage }, 400, "quote_of_nothing"],
        [{ usage }, 400, "quote_by_no_card"],
        [{ usage, rateCardId: "a", components }, 400, "quote_by_two_cards"],
        [{ usage, rateCardId: "a", to: "2026-01-01T00:00:00Z" }, 400, "period_of_given_usage"],
        [{ usage, rateCardId: "a" }, 404, "rate_card_not_found"],
        [{ subscriptionId: "a" }, 404, "subscription_not_found"],
        [{ usage: [{ prefix: "a", quantity: "2" }], components }, 409, "quote_too_large"],
        [{ usage: [{ prefix: "a", quantity: "-2" }], components }, 400, "invalid_parameter"],
        [{ usage: [], components }, 400, "invalid_parameter"],
        [{ usage: [...usage, ...usage], components }, 400, "invalid_parameter"],
        [
          { usage: [{ prefix: "a", quantity: "1", count: 0 }], components },
          400,
          "invalid_parameter",
        ],
        [{ usage: [{ prefix: "a", quantity: "1", max: 2 }], components }, 400, "invalid_parameter"],
      ],
      async (input, status, code) => {
        const answer = await story.call("quotes.create", input);
        expect({ status: answer.status, code: answer.code }).toEqual({ status, code });
      },
    ));

  it("of a period that has just begun, or begins later, prices no usage", async () => {
    const subscription = await story.aSubscription({ billingInterval: "MONTH" });
    const { id: subscriptionId, paymentPlanId, currentPeriodStart: start } = subscription;
    const fee = { type: "FLAT", description: "Fee", amount: "3" };
    const requests = { type: "PER_UNIT", description: "Requests", unitAmount: "1" };
    await story.aRateCard({ paymentPlanId, components: [fee, requests] });
    await use(subscription, [{ occurredAt: start }]);
    const later = service().clock.in(1_000);
    await forRows(
      [[{ to: start }], [{ from: later }], [{ from: later, to: later }]],
      async (time) => {
        const { quote } = await story.done("quotes.create", { subscriptionId, ...time });
        expect(quote).toMatchObject({ amount: "3.000000", usageEventCount: 0 });
        expect(quote.usageUntil).toBe(quote.from);
      },
    );
  });

  it("of a plan without a card, or of a period that ends before it begins, is refused", async () => {
    const { id: subscriptionId, currentPeriodStart } = await story.aSubscription();
    const to = new Date(Date.parse(currentPeriodStart) - 1).toISOString();
    const answers = [
      await story.call("quotes.create", { subscriptionId }),
      await story.call("quotes.create", { subscriptionId, to }),
    ];
    expect(answers.map(({ status, code }) => `${status} ${code}`)).toEqual([
      "409 no_rate_card_in_effect",
      "400 quote_of_no_period",
    ]);
  });
});

import { type Component, type PrefixUsage, rate } from "@usance/rating";
import { describe, expect, it } from "vitest";
import { onCitus } from "../../../test/harness/database.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { expectLedgerHolds } from "../../../test/harness/ledger-holds.ts";
import { testKey, useService } from "../../../test/harness/service.ts";
import { Story, statusesOf } from "../../../test/harness/story.ts";
import { randomFrom } from "../../../test/soak/random.ts";
import { Amount, formatAmount } from "../../kit/money.ts";

const service = useService();
expectLedgerHolds(service);

const story = new Story(restDoor, service);
const byRateCard = { rateCard: true };

/** Cheaper from the 101st unit on, and again from the 501st. */
const graduated = {
  type: "GRADUATED",
  description: "Requests",
  prefix: "requests",
  tiers: [
    { upTo: "100", unitAmount: "0.005" },
    { upTo: "500", unitAmount: "0.001" },
    { upTo: null, unitAmount: "0.0001" },
  ],
} as const satisfies Component;

const volume = {
  type: "VOLUME",
  description: "Tokens",
  prefix: "tokens",
  tiers: [
    { upTo: "10", unitAmount: "0.1" },
    { upTo: null, unitAmount: "0.01" },
  ],
} as const satisfies Component;

/** A subscription to a plan with a rate card, and a prepaid balance of its user. */
async function priced(components: readonly Component[], credit = "1", planFields = {}) {
  const subscription = await story.aSubscription(planFields);
  const { serviceId, userId, paymentPlanId } = subscription;
  const { id: balanceId } = (await story.done("balances.create", { serviceId, userId })).balance;
  await story.aGrant(balanceId, credit);
  const { id: rateCardId } = await story.aRateCard({ paymentPlanId, components });
  const usage = (fields = {}) =>
    story.usageOf(subscription, { balanceId, charge: byRateCard, ...fields });
  const available = async () =>
    (await story.done("balances.get", { balanceId })).balance.available as string;
  const entries = async () =>
    (await story.done("balances.entries", { balanceId, limit: 1000 })).balanceEntries;
  return { subscription, balanceId, rateCardId, usage, available, entries };
}

describe("a charge by the rate card", () => {
  it("takes what the event costs at its place in the tiers, and tells it", async () => {
    const { usage, available, entries, rateCardId } = await priced([graduated], "10");

    const first = await story.done("usageEvents.create", usage({ quantity: "99" }));
    const second = await story.done("usageEvents.create", usage({ quantity: "2" }));
    const { results } = await story.done("usageEvents.batch", {
      usageEvents: [usage({ quantity: "399" }), usage({ quantity: "10" }), usage({ charge: "1" })],
    });

    expect([first, second, ...results].map(({ usageEvent }) => usageEvent.charge)).toEqual([
      { amount: "0.495000", rateCardId },
      { amount: "0.006000", rateCardId },
      { amount: "0.399000", rateCardId },
      { amount: "0.001000", rateCardId },
      undefined,
    ]);
    expect(await available()).toBe("8.099000");
    const [own, ...byCard] = await entries();
    expect(own).toMatchObject({ available: "-1.000000", rateCardId: null });
    expect(byCard[0]).toMatchObject({
      type: "CHARGE",
      available: "-0.001000",
      usageEventId: results[1].usageEvent.id,
      rateCardId,
    });
  });

  it("serves a budget of 1 USDC to the last unit that fits, and not one more, of 1,000 concurrent calls", async () => {
    const { usage, available, entries } = await priced([graduated]);
    // 100 units for 0.5 and 400 for 0.4: the last 0.1 pays 1,000 more. Calls use 2 units each, some of them 3.
    const calls = Array.from({ length: 1_000 }, (_, place) =>
      usage({ quantity: place % 10 === 0 ? "3" : "2" }),
    );

    const answers = await Promise.all(calls.map((one) => story.call("usageEvents.create", one)));

    const served = answers.flatMap(({ status, body }) => (status === 201 ? body : []));
    const refused = answers.filter(({ code }) => code === "prepaid_balance_too_low");
    expect(served.length + refused.length).toBe(1_000);
    const units = served.reduce((sum, { usageEvent }) => sum + Number(usageEvent.quantity), 0);
    const cost = rate([graduated], [{ prefix: "requests", quantity: String(units) }]).amount;
    expect(await available()).toBe(formatAmount(new Amount(1).minus(cost)));
    // What is left pays for none of those that were refused.
    const least = Math.min(
      ...calls
        .map(({ quantity }) => Number(quantity))
        .filter((_, place) => answers[place]?.status !== 201),
    );
    expect(Number(await available())).toBeLessThan(least * 0.0001);
    const charged = (await entries()).filter(({ type }: { type: string }) => type === "CHARGE");
    expect(charged).toHaveLength(served.length);
  });

  it("gives back what a larger volume makes cheaper", async () => {
    const { usage, available, entries, rateCardId } = await priced([volume], "2");

    await story.done("usageEvents.create", usage({ eventKey: "tokens:1", quantity: "10" }));
    const { usageEvent } = await story.done(
      "usageEvents.create",
      usage({ eventKey: "tokens:2", quantity: "1" }),
    );

    expect(usageEvent.charge).toEqual({ amount: "0.000000", rateCardId });
    expect(await available()).toBe("1.890000");
    expect((await entries()).slice(0, 3)).toMatchObject([
      {
        ...{ type: "CHARGE_ADJUSTED", available: "0.890000", rateCardId },
        ...{ usageEventId: null, creditId: null }, // it is in the credit that paid
      },
      { type: "CHARGE", available: "0.000000" },
      { type: "CHARGE", available: "-1.000000" },
    ]);
  });

  it("gives back as credit what was taken from credits already", async () => {
    const { usage, available, balanceId, entries } = await priced([volume], "2");
    await story.done("usageEvents.create", usage({ eventKey: "tokens:1", quantity: "10" }));
    await story.aGrant(balanceId, "1");

    await story.done("usageEvents.create", usage({ eventKey: "tokens:2", quantity: "1" }));

    expect(await available()).toBe("2.890000");
    const [{ type, creditId }] = await entries();
    expect(type).toBe("CHARGE_ADJUSTED");
    expect(creditId).not.toBeNull();
  });

  it("is refused without a card for the period, with a price beyond money, and in another form", async () => {
    const { subscription, usage } = await priced([
      { type: "PER_UNIT", description: "All", unitAmount: "1000000000000" },
    ]);
    const { paymentPlanId: _, ...others } = await story.aSubscription();
    const { serviceId, userId } = others;
    const { balance } = await story.done("balances.create", { serviceId, userId });
    const noCard = story.usageOf(others, { balanceId: balance.id, charge: byRateCard });

    const refusals = await Promise.all(
      [
        noCard,
        usage({ quantity: "1000000" }),
        usage({ charge: { rateCard: false } }),
        usage({ charge: "-1" }),
        usage({ balanceId: undefined }),
      ].map((one) => story.refusal("usageEvents.create", one)),
    );

    const form =
      '400 charge must be a non-negative decimal with at most six decimal places, or {"rateCard": true}.';
    expect(refusals).toEqual([
      "409 No rate card prices usage of this time.",
      "409 The amount has more than 18 digits before the decimal point.",
      form,
      form,
      "400 balanceId is required.",
    ]);
    const query = { subscriptionId: subscription.id };
    expect((await story.done("usageEvents.list", query)).usageEvents).toEqual([]);
  });

  it("is told again to a call that repeats its Idempotency-Key", async () => {
    const { usage, available } = await priced([graduated]);
    const event = usage({ quantity: "3" });
    const call = (input: object) =>
      restDoor.call(service().url, "usageEvents.create", input, testKey, {
        "Idempotency-Key": "priced-1",
      });

    const [first, second] = [await call(event), await call(event)];
    const own = await call({ ...event, charge: "0.015" });

    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(first.body.usageEvent.charge.amount).toBe("0.015000");
    expect([own.status, await available()]).toEqual([422, "0.985000"]);
  });

  it("commits a hold for what its event costs", async () => {
    const { balanceId, subscription, available, rateCardId, entries } = await priced([graduated]);
    const { hold } = await story.done("holds.create", story.holdOf({ id: balanceId }));
    const usageEvent = { subscriptionId: subscription.id, eventKey: "requests:1", quantity: "40" };
    const commit = { holdId: hold.id, amount: byRateCard, usageEvent };

    const answers = [
      await story.done("holds.commit", commit),
      await story.done("holds.commit", commit),
    ];
    const own = await story.call("holds.commit", { ...commit, amount: "0.2" });
    const other = await story.done("holds.create", story.holdOf({ id: balanceId }));
    const bare = { holdId: other.hold.id, amount: byRateCard };

    expect(answers.map((one) => one.hold.charged)).toEqual(["0.200000", "0.200000"]);
    expect(own).toMatchObject({ status: 409, code: "hold_not_held" });
    expect(await story.refusal("holds.commit", bare)).toBe("400 usageEvent is required.");
    const dear = { ...usageEvent, eventKey: "requests:2", quantity: "1000" };
    expect(await story.refusal("holds.commit", { ...bare, usageEvent: dear })).toBe(
      "409 amount is more than the hold has set aside.",
    );
    expect(await available()).toBe("0.300000");
    expect((await entries())[1]).toMatchObject({ type: "HOLD_COMMITTED", rateCardId });
  });

  it("counts in limits of what is charged", async () => {
    const { usage, subscription } = await priced([graduated]);
    const { serviceId } = subscription;
    const limit = { serviceId, scope: "service", measure: "charge", max: "0.02", window: "ever" };
    await story.done("limits.set", { name: "priced", action: "REJECT", ...limit });

    const usageEvents = ["3", "1", "1"].map((quantity) => usage({ quantity }));
    const { results } = await story.done("usageEvents.batch", { usageEvents });

    expect(statusesOf(results)).toEqual([201, 201, 402]);
    expect(results[2].limit).toMatchObject({ used: "0.020000", remaining: "0.000000" });
  });

  it("is by the card of the event's own period, and by the first card before the first period", async () => {
    const plan = { billingInterval: "MONTH" };
    const { usage, subscription, rateCardId } = await priced([graduated], "5", plan);
    const { paymentPlanId, currentPeriodEnd } = subscription;
    const dearer = { ...graduated, tiers: [{ upTo: null, unitAmount: "1" }] };
    const next = await story.aRateCard({
      paymentPlanId,
      components: [dearer],
      effectiveFrom: currentPeriodEnd,
    });
    const before = { occurredAt: "2001-01-01T00:00:00Z" };
    const usageEvents = [{}, { occurredAt: currentPeriodEnd }, before, {}].map(usage);

    const { results } = await story.done("usageEvents.batch", { usageEvents });

    expect(results.map((one: typeof next) => one.usageEvent.charge)).toEqual([
      { amount: "0.005000", rateCardId },
      { amount: "1.000000", rateCardId: next.id },
      { amount: "0.005000", rateCardId },
      { amount: "0.005000", rateCardId },
    ]);
  });

  it("is by the card that priced the period first, if another one is added for the same time", async () => {
    const plan = { billingInterval: "MONTH" };
    const { usage, subscription, rateCardId } = await priced([graduated], "1", plan);
    const { paymentPlanId, currentPeriodEnd: occurredAt } = subscription;
    await story.done("usageEvents.create", usage({ occurredAt }));
    await story.aRateCard({ paymentPlanId, components: [volume], effectiveFrom: occurredAt });

    const { usageEvent } = await story.done("usageEvents.create", usage({ occurredAt }));

    expect(usageEvent.charge).toEqual({ amount: "0.005000", rateCardId });
  });

  it("adds up in one total what the card names no prefix for", async () => {
    const { usage, subscription } = await priced([graduated]);
    const usageEvents = ["a:1", "b:1", "requests:1"].map((eventKey) => usage({ eventKey }));
    await story.done("usageEvents.batch", { usageEvents });

    const where = { subscriptionId: subscription.id };
    const { totals } = await service().parts.db.prepaidPeriod.findFirstOrThrow({ where });

    expect(totals).toEqual([
      ["", "2.000000", 2, null],
      ["requests", "1.000000", 1, null],
    ]);
  });

  it("is of the balance that pays it, whatever refused events of the same batch name", async () => {
    const [{ usage, available }, { balanceId }] = [
      await priced([graduated]),
      await priced([graduated]),
    ];
    const usageEvents = [usage(), usage({ balanceId })];

    const { results } = await story.done("usageEvents.batch", { usageEvents });

    expect([...statusesOf(results), await available()]).toEqual([201, 404, "0.995000"]);
  });
});

describe.skipIf(onCitus)("usage that was charged by the rate card and voided", () => {
  const voided = (usageEventId: string, fields = {}) =>
    story.done("usageEvents.void", { usageEventId, reason: "Test", ...fields });

  it("gives back what the rest costs less, not what the event was charged", async () => {
    const { usage, available, entries } = await priced([graduated], "10");
    const first = await story.done("usageEvents.create", usage({ quantity: "100" }));
    await story.done("usageEvents.create", usage({ quantity: "100" }));

    const { usageEvent } = await voided(first.usageEvent.id);

    // The second hundred moves down into the first tier.
    expect(await available()).toBe("9.500000");
    const [{ type, creditId, available: givenBack }] = await entries();
    expect([type, givenBack]).toEqual(["CHARGE_ADJUSTED", "0.100000"]);
    expect(usageEvent.void.balanceCreditIds[0]).toBe(creditId);
  });

  it("is charged again for its replacement", async () => {
    const { usage, available, balanceId } = await priced([graduated], "1");
    const first = await story.done("usageEvents.create", usage({ quantity: "200" }));
    const replacement = { eventKey: "requests:right", quantity: "20" };

    await voided(first.usageEvent.id, {
      replacement: { ...replacement, balanceId, charge: byRateCard },
    });

    expect(await available()).toBe("0.900000");
  });

  it("takes all that the balance has if the rest costs more than any amount", async () => {
    const few = { upTo: "10", unitAmount: "999999999999999999" };
    const tiers = [few, { upTo: null, unitAmount: "0.01" }];
    const { usage, available } = await priced([{ ...volume, tiers }]);
    const usageEvents = ["20", "5"].map((quantity, place) =>
      usage({ eventKey: `tokens:${place}`, quantity }),
    );
    const { results } = await story.done("usageEvents.batch", { usageEvents });
    expect(await available()).toBe("0.750000");

    await voided(results[0].usageEvent.id);

    expect(await available()).toBe("0.000000");
  });

  it("leaves what the largest and the last of the others cost", async () => {
    const priceOf = (measure: "MAX" | "LAST", unitAmount: string, fields = {}) =>
      ({ type: "PER_UNIT", description: measure, measure, unitAmount, ...fields }) as const;
    const seats = priceOf("MAX", "0", { prefix: "seats" });
    const { usage, available } = await priced(
      [priceOf("MAX", "1"), priceOf("LAST", "0.01"), seats],
      "20",
    );
    const quantities = [8, 9, 7, 2, 1];
    const usageEvents = quantities.map((quantity, second) =>
      usage({
        eventKey: `${second === 0 ? "seats" : "requests"}:${second}`,
        quantity,
        occurredAt: `2026-03-01T00:00:0${second}Z`,
      }),
    );
    const named = usage({ quantity: "100", charge: "0.5", occurredAt: "2026-03-01T00:01:00Z" });
    const { results } = await story.done("usageEvents.batch", {
      usageEvents: [...usageEvents, named],
    });
    expect(await available()).toBe("10.490000");

    const left = [];
    for (const place of [1, 4, 0]) {
      await voided(results[place].usageEvent.id);
      left.push(await available());
    }

    expect(left).toEqual(["11.490000", "11.480000", "12.480000"]);
  });

  it("can be of the first and the last period that have dates", async () => {
    const peak = {
      type: "PER_UNIT",
      description: "Peak",
      measure: "MAX",
      unitAmount: "1",
    } as const;
    const { usage, available } = await priced([peak], "10", { billingInterval: "MONTH" });

    for (const occurredAt of ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z"]) {
      const usageEvents = ["1", "2"].map((quantity) => usage({ occurredAt, quantity }));
      const { results } = await story.done("usageEvents.batch", { usageEvents });
      await voided(results[1].usageEvent.id);
    }

    expect(await available()).toBe("8.000000");
  });

  it("takes what the rest costs more, as far as the balance has it, and the rest with the next charge", async () => {
    const { usage, available, balanceId } = await priced([volume], "1.2");
    const ten = await story.done(
      "usageEvents.create",
      usage({ eventKey: "tokens:1", quantity: "10" }),
    );
    await story.done("usageEvents.create", usage({ eventKey: "tokens:2", quantity: "10" }));
    expect(await available()).toBe("1.000000");
    await story.done("usageEvents.create", usage({ eventKey: "tokens:3", charge: "0.5" }));

    await voided(ten.usageEvent.id);

    // Ten units cost 1 again. 0.2 were charged, 0.5 were there.
    expect(await available()).toBe("0.000000");
    await story.aGrant(balanceId, "1");
    await story.done("usageEvents.create", usage({ eventKey: "tokens:4", quantity: "0" }));
    expect(await available()).toBe("0.700000");
  });
});

describe.skipIf(onCitus)(
  "usage that was charged by the rate card and corrected by a dispute",
  () => {
    /** Bills all usage, and accepts that the payer counted less. */
    async function corrected(
      { id: subscriptionId, serviceId, paymentPlanId, userId }: Record<string, string>,
      usageEvents: readonly object[],
    ): Promise<void> {
      const of = { subscriptionId, serviceId, paymentPlanId, userId };
      const bill = { amount: "3", status: "OPEN", usage: {} };
      const { id: invoiceId } = (await story.done("invoices.create", { ...of, ...bill })).invoice;
      const objection = { invoiceId, usageEvents, reason: "Our log has fewer" };
      const { id: disputeId } = (await story.done("disputes.create", objection)).dispute;
      await story.done("disputes.accept", { disputeId });
    }

    it("costs what the right quantities cost, also in limits", async () => {
      const { usage, available, subscription } = await priced([graduated], "2");
      const { serviceId } = subscription;
      const limit = { serviceId, scope: "service", measure: "charge", max: "1", window: "ever" };
      await story.done("limits.set", { name: "priced", action: "REJECT", ...limit });
      const usageEvents = ["90", "20", "30"].map((quantity, place) =>
        usage({ eventKey: `requests:${place}`, quantity }),
      );
      await story.done("usageEvents.batch", { usageEvents });
      expect(await available()).toBe("1.460000");

      await corrected(subscription, [
        { eventKey: "requests:0", claimedQuantity: "80" },
        { eventKey: "requests:1" },
        { eventKey: "requests:2", claimedQuantity: "25" },
      ]);

      expect(await available()).toBe("1.495000");
    });

    it("takes what that costs more as far as the balance has it, and the rest with the next charge", async () => {
      const { usage, available, subscription, balanceId } = await priced([volume], "0.3");
      await story.done("usageEvents.create", usage({ eventKey: "tokens:1", quantity: "20" }));

      await corrected(subscription, [{ eventKey: "tokens:1", claimedQuantity: "10" }]);

      expect(await available()).toBe("0.000000");
      await story.aGrant(balanceId, "1");
      await story.done("usageEvents.create", usage({ eventKey: "tokens:2", quantity: "0" }));
      expect(await available()).toBe("0.300000");
    });

    it("gives back what the right quantity makes cheaper", async () => {
      const { usage, available, subscription } = await priced([volume]);
      const usageEvents = ["20", "8"].map((quantity, place) =>
        usage({ eventKey: `tokens:${place}`, quantity }),
      );
      await story.done("usageEvents.batch", { usageEvents });

      await corrected(subscription, [{ eventKey: "tokens:0", claimedQuantity: "15" }]);

      expect(await available()).toBe("0.770000"); // 8 alone would cost 0.8
    });
  },
);

const minute = 60_000;

interface Recorded {
  readonly id: string;
  readonly prefix: string;
  readonly eventKey: string;
  readonly quantity: string;
  readonly at: number;
}

/** Adds events up from scratch, as a bill measures them. */
function usageOf(events: readonly Recorded[]): PrefixUsage[] {
  const inOrder = events.toSorted(
    (one, other) =>
      one.at - other.at ||
      Number(one.quantity) - Number(other.quantity) ||
      (one.eventKey < other.eventKey ? -1 : 1),
  );
  const lastOf = (prefix: string) => inOrder.findLastIndex((one) => one.prefix === prefix);
  const prefixes = [...new Set(inOrder.map(({ prefix }) => prefix))];
  prefixes.sort((one, other) => lastOf(one) - lastOf(other));
  return prefixes.map((prefix) => {
    const its = inOrder.filter((one) => one.prefix === prefix);
    const quantities = its.map(({ quantity }) => new Amount(quantity));
    return {
      prefix,
      quantity: Amount.sum(...quantities).toFixed(),
      count: its.length,
      max: Amount.max(...quantities).toFixed(),
      last: its.at(-1)?.quantity ?? "0",
    };
  });
}

/** What usage costs by a card without its fees and minimums. */
function costOf(components: readonly Component[], events: readonly Recorded[]): Amount {
  const metered = components
    .filter(({ type }) => type !== "FLAT" && type !== "MINIMUM")
    .map((one) => ({ ...one, minimum: "0" }) as Component);
  return new Amount(rate(metered, usageOf(events)).amount);
}

const cards: readonly (readonly Component[])[] = [
  [graduated, { type: "FLAT", description: "Fee", amount: "3" }, volume],
  [
    { ...graduated, included: "7.5", minimum: "2" },
    {
      type: "PACKAGE",
      description: "Blocks",
      measure: "COUNT",
      packageSize: "3",
      packageAmount: "0.01",
    },
    { type: "MINIMUM", description: "At least", amount: "20" },
  ],
  [
    { type: "PER_UNIT", description: "Peak", measure: "MAX", unitAmount: "0.000001234567" },
    { type: "VOLUME", description: "Seats", measure: "LAST", tiers: volume.tiers },
    { type: "PERCENTAGE", description: "Share", prefix: "tokens", percent: "0.3333" },
  ],
];

describe.skipIf(onCitus)("charges by the rate card, for usage in any order", () => {
  it.each([0, 1, 2])("add up to what card %i says, at every moment", async (number) => {
    const components = cards[number] ?? [];
    const random = randomFrom(number + 11);
    const below = (end: number) => random.integer(0, end - 1);
    const pick = <T>(of: readonly T[]) => of[below(of.length)] as T;
    const plan = { billingInterval: "DAY" };
    const { usage, balanceId, subscription } = await priced(components, "990", plan);
    const { serviceId, userId } = subscription;
    for (const keyPrefix of ["tokens", "other"]) {
      const input = { serviceId, userId, keyPrefix };
      const { balance } = await story.done("balances.create", input);
      await story.aGrant(balance.id, "5");
    }
    const available = async () => {
      const { balances } = await story.done("balances.list", { serviceId });
      const amounts = balances.map((one: { available: string }) => new Amount(one.available));
      return formatAmount(Amount.sum(...amounts));
    };
    const start = Date.parse(subscription.currentPeriodStart);
    const end = Date.parse(subscription.currentPeriodEnd);
    const counted: Recorded[] = [];
    let own = new Amount(0);
    const quantityOf = () => `${below(below(5) === 0 ? 400 : 12)}.${below(3)}`;

    for (let step = 0; step < 40; step += 1) {
      const choice = below(10);
      if (choice < 3 && counted.length > 0) {
        const { id } = counted.splice(below(counted.length), 1)[0] as Recorded;
        const prefix = pick(["requests", "tokens"]);
        const eventKey = `${prefix}:replaced-${step}`;
        const quantity = quantityOf();
        const replacement =
          choice === 0 ? undefined : { eventKey, quantity, balanceId, charge: byRateCard };
        const answer = await story.done("usageEvents.void", {
          usageEventId: id,
          reason: "Test",
          replacement,
        });
        if (answer.replacement !== null) {
          const at = Date.parse(answer.replacement.occurredAt);
          counted.push({ id: answer.replacement.id, prefix, eventKey, quantity, at });
        }
      } else {
        const events = Array.from({ length: 1 + below(8) }, (_, place) => {
          const prefix = pick(["requests", "tokens", "other"]);
          const at = start + below(pick([1, 3, 27 * 60])) * minute;
          const eventKey = `${prefix}:${step}-${place}`;
          return {
            prefix,
            eventKey,
            quantity: quantityOf(),
            at,
            charge: pick([byRateCard, byRateCard, "0.5", undefined]),
          };
        });
        const { results } = await story.done("usageEvents.batch", {
          usageEvents: events.map(({ eventKey, quantity, at, charge }) =>
            usage({
              eventKey,
              quantity,
              occurredAt: new Date(at).toISOString(),
              charge,
              ...(charge === undefined && { balanceId: undefined }),
            }),
          ),
        });
        expect(new Set(statusesOf(results))).toEqual(new Set([201]));
        for (const [place, { charge, ...event }] of events.entries()) {
          if (charge === byRateCard) counted.push({ ...event, id: results[place].usageEvent.id });
          if (charge === "0.5") own = own.plus(charge);
        }
      }
      const cost = costOf(
        components,
        counted.filter(({ at }) => at < end),
      ).plus(
        costOf(
          components,
          counted.filter(({ at }) => at >= end),
        ),
      );
      expect(await available()).toBe(formatAmount(new Amount(1000).minus(own).minus(cost)));
    }
  });
});

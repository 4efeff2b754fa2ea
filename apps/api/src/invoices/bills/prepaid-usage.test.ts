import { UsageMeter, verifyBill } from "@usance/proofs";
import {
  type Component,
  type PrefixUsage,
  prefixesOf,
  rate,
  usagePricer,
  usageUnits,
} from "@usance/rating";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { itVoids } from "../../../test/harness/database.ts";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";
import { Amount, fromTokenUnits } from "../../kit/money.ts";

const service = useService();
const story = new Story(restDoor, service);
const day = 86_400;

const fee: Component = { type: "FLAT", description: "Fee", amount: "5" };
const perRequest: Component = {
  ...{ type: "PER_UNIT", description: "Requests", prefix: "requests", unitAmount: "0.5" },
};

/** A subscription to a card, whose user has a balance, and others that pay a part of what some prefixes cost. */
async function aPrepaid(components: Component[]) {
  const subscription = await story.aSubscription({ billingInterval: "DAY" });
  const { id: subscriptionId, serviceId, userId, paymentPlanId } = subscription;
  await story.aRateCard({ paymentPlanId, components });
  const { balance } = await story.done("balances.create", { serviceId, userId });
  const balanceId: string = balance.id;
  await story.aGrant(balanceId, "1000000");
  for (const keyPrefix of ["requests", "writes"]) {
    const { id } = (await story.done("balances.create", { serviceId, userId, keyPrefix })).balance;
    await story.aGrant(id, "1");
  }
  const use = (eventKey: string, quantity: string, fields: object = {}) =>
    story.aUsageEvent(subscription, { eventKey, quantity, ...fields });
  const upcoming = async (fields: object = {}) =>
    (await story.done("subscriptions.upcomingInvoice", { subscriptionId, ...fields }))
      .upcomingInvoice;
  /** Makes the bill that is due, as the biller does, and verifies it. */
  const aBill = async () => {
    const due = await upcoming();
    const { amount, lines, billNumber, periodStart, periodEnd, usageHash } = due;
    const bill = { amount, lines, billNumber, periodStart, periodEnd, usageHash, status: "OPEN" };
    const of = { serviceId, paymentPlanId, userId, subscriptionId };
    const { invoice } = await story.done("invoices.create", { ...of, ...bill });
    const { proof } = await story.done("invoices.proof", { invoiceId: invoice.id });
    const findings = await verifyBill(proof, null);
    expect(findings.filter(({ outcome }) => outcome === "bad")).toEqual([]);
    expect(findings.map(({ words }) => words).join()).toMatch(/Each line is|has no lines/);
    return { invoice, periods: proof.bill.usage.periods };
  };
  const useByCard = (eventKey: string, quantity: string, occurredAt: string) =>
    use(eventKey, quantity, { balanceId, charge: { rateCard: true }, occurredAt });
  return { subscription, balanceId, use, useByCard, upcoming, aBill };
}

const linesOf = ({ lines }: { lines: { description: string; amount: string }[] }) =>
  lines.map(({ description, amount }) => `${description} ${amount}`);

describe("what a prepaid balance has paid", () => {
  it("is not billed again: by the rate card, by the seller's charges and by holds, but not for fees and unpriced usage", async () => {
    const { subscription, balanceId, use, useByCard, upcoming, aBill } = await aPrepaid([
      fee,
      perRequest,
    ]);
    await use("requests:billed", "4");
    await use("requests:charged", "2", { balanceId, charge: "0.75" });
    await use("other:charged", "1", { balanceId, charge: "30" });
    const { hold } = await story.done("holds.create", story.holdOf({ id: balanceId }));
    const { id: subscriptionId, currentPeriodStart } = subscription;
    const usageEvent = { subscriptionId, eventKey: "requests:held", quantity: "1" };
    await story.done("holds.commit", { holdId: hold.id, amount: "0.25", usageEvent });
    await useByCard("requests:card", "6", currentPeriodStart);
    const lines = ["Fee 5.000000", "Requests 6.500000", "Prepaid usage -4.000000"];

    const running = await upcoming();
    expect(linesOf(running)).toEqual(lines);
    expect(running).toMatchObject({ amount: "7.500000", prepaid: "4.000000" });
    const { quote } = await story.done("quotes.create", { subscriptionId });
    expect(quote.amount).toBe("11.500000");

    service().clock.advance(day + 3_600);
    const { invoice, periods } = await aBill();
    expect(linesOf(invoice)).toEqual(lines);
    expect(periods).toMatchObject([
      { prepaid: "4.000000", charge: "7.500000", chargeBefore: null },
    ]);
    expect(await upcoming()).toMatchObject({ status: "RUNNING", prepaid: "0.000000" });
  });

  itVoids(
    "is billed once the charge was given back, because its event was voided and replaced",
    async () => {
      const { balanceId, use, upcoming, aBill } = await aPrepaid([perRequest]);
      await use("requests:1", "8");
      const { id: usageEventId } = await use("requests:2", "2", { balanceId, charge: "1" });
      service().clock.advance(day + 3_600);
      expect((await aBill()).invoice.amount).toBe("4.000000");
      const replacement = { eventKey: "requests:3", quantity: "6" };
      await story.done("usageEvents.void", { usageEventId, reason: "Too few", replacement });
      service().clock.advance(day);

      expect(await upcoming()).toMatchObject({ amount: "3.000000", prepaid: "0.000000" });
      const { invoice, periods } = await aBill();
      expect(linesOf(invoice)).toEqual(["Changes to earlier periods 3.000000"]);
      expect(periods).toMatchObject([
        { prepaid: "0.000000", charge: "7.000000", chargeBefore: "4.000000" },
        { prepaid: "0.000000", charge: "0.000000", chargeBefore: null },
      ]);
    },
  );

  it("pays at most for all priced usage, so that fees and minimums are billed; without them there is no bill", () =>
    forRows(
      [
        [[fee, perRequest], "5.000000"],
        [[{ ...perRequest, minimum: "3" }], "1.000000"],
        [[perRequest, { type: "MINIMUM", description: "Minimum", amount: "10" }], "8.000000"],
        [[{ type: "PER_UNIT", description: "All", unitAmount: "0.5" }], null],
      ] as [Component[], string | null][],
      async (components, amount) => {
        const { balanceId, use, upcoming, aBill } = await aPrepaid(components);
        await use("requests:1", "4", { balanceId, charge: "70" });
        service().clock.advance(day + 3_600);
        if (amount === null) expect(await upcoming()).toMatchObject({ status: "RUNNING" });
        else expect((await aBill()).invoice.amount).toBe(amount);
      },
    ));

  it("can be more than all usage costs by a cheaper tier; the difference lowers the next bills", async () => {
    const volume: Component = {
      ...{ type: "VOLUME", description: "Requests", prefix: "requests" },
      tiers: [
        { upTo: "10", unitAmount: "1" },
        { upTo: null, unitAmount: "0.1" },
      ],
    };
    const { subscription, use, useByCard, upcoming, aBill } = await aPrepaid([volume]);
    await useByCard("requests:1", "10", subscription.currentPeriodStart);
    await use("requests:2", "30");
    service().clock.advance(day + 3_600);
    expect(await upcoming()).toMatchObject({ status: "RUNNING", broughtForward: "-6.000000" });
    await use("requests:3", "8");
    service().clock.advance(day);

    const { invoice, periods } = await aBill();
    expect(linesOf(invoice)).toEqual(["Requests 8.000000", "Changes to earlier periods -6.000000"]);
    expect(periods).toMatchObject([
      { prepaid: "10.000000", charge: "-6.000000" },
      { prepaid: "0.000000", charge: "8.000000" },
    ]);
  });

  it("is not set off by an invoice without a number", async () => {
    const { subscription, balanceId, use } = await aPrepaid([perRequest]);
    await use("requests:1", "4", { balanceId, charge: "1" });
    service().clock.advance(60);
    const { id: subscriptionId, serviceId, userId, paymentPlanId } = subscription;
    const of = { serviceId, paymentPlanId, userId, subscriptionId };
    const input = { ...of, amount: "2", usage: {} };
    const { invoice } = await story.done("invoices.create", input);
    const { proof } = await story.done("invoices.proof", { invoiceId: invoice.id });
    expect(proof.bill.usage.periods).toMatchObject([{ prepaid: "0.000000", charge: "2.000000" }]);
  });
});

const tiered: Component[] = [
  {
    ...{ type: "GRADUATED", description: "Reads", prefix: "reads", included: "2" },
    tiers: [
      { upTo: "5", unitAmount: "0.3", flatAmount: "0.01" },
      { upTo: null, unitAmount: "0.0000007" },
    ],
  },
  {
    ...{ type: "VOLUME", description: "Writes", prefix: "writes" },
    tiers: [
      { upTo: "9.5", unitAmount: "1" },
      { upTo: null, unitAmount: "0.2" },
    ],
  },
];
const cards: readonly Component[][] = [
  tiered,
  [...tiered, fee, { type: "MINIMUM", description: "Minimum", amount: "9" }],
  [{ type: "PER_UNIT", description: "All", measure: "LAST", unitAmount: "0.5", minimum: "1" }],
];

const usage = fc.record({
  prefix: fc.constantFrom("reads", "writes", "other"),
  units: fc.oneof(
    fc.nat(12),
    fc.nat(12_000_000).map((millionths) => millionths / 1_000_000),
  ),
  isLate: fc.boolean(),
  paid: fc.constantFrom("by card", "0.7", "4", null, null),
});
const steps = fc.array(
  fc.record({
    used: fc.array(usage, { minLength: 1, maxLength: 4 }),
    voided: fc.option(fc.nat(), { freq: 2 }),
  }),
  { minLength: 2, maxLength: 4 },
);

interface Recorded {
  readonly id: string;
  readonly eventKey: string;
  readonly quantity: string;
  readonly occurredAt: string;
  readonly start: string;
  readonly paid: string | null;
}

describe("all bills, and what balances have paid,", () => {
  itVoids(
    "add up to what all usage costs by the card, whatever was prepaid, late and voided",
    async () => {
      let counted = 0;
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...cards), steps, async (components, days) => {
          const { subscription, balanceId, use, upcoming, aBill } = await aPrepaid(components);
          const first = Date.parse(subscription.currentPeriodStart);
          const startOf = (place: number) => new Date(first + place * day * 1_000).toISOString();
          let events: Recorded[] = [];
          let billed = new Amount(0);
          const price = usagePricer(components);
          const costOf = (totals: readonly PrefixUsage[]) =>
            fromTokenUnits(price(totals.map(usageUnits)));
          const totalsOf = (list: readonly Recorded[]) => {
            const meter = new UsageMeter(prefixesOf(components));
            for (const event of list) meter.add(event);
            return meter.end().totals;
          };
          for (const [place, { used, voided }] of days.entries()) {
            for (const [at, { prefix, units, isLate, paid }] of used.entries()) {
              const start = startOf(isLate ? Math.max(place - 1, 0) : place);
              const [eventKey, quantity] = [`${prefix}:${place}-${at}`, units.toFixed(6)];
              const event = { eventKey, quantity, occurredAt: start, start, paid };
              const charge = paid === "by card" ? { rateCard: true } : paid;
              const fields = { occurredAt: start, ...(paid !== null && { balanceId, charge }) };
              const { id } = await use(eventKey, quantity, fields);
              events.push({ ...event, id });
            }
            const wrong = voided === null ? undefined : events[voided % events.length];
            if (wrong !== undefined) {
              await story.done("usageEvents.void", { usageEventId: wrong.id, reason: "Mistake" });
              events = events.filter((one) => one !== wrong);
            }
            service().clock.advance(place === 0 ? day + 3_600 : day);
            while ((await upcoming()).status === "DUE") {
              billed = billed.plus((await aBill()).invoice.amount);
              counted += 1;
            }
          }
          let [paid, cost] = [new Amount(0), new Amount(0)];
          for (const place of days.keys()) {
            const list = events.filter(({ start }) => start === startOf(place));
            const totals = totalsOf(list);
            cost = cost.plus(rate(components, totals).amount);
            const byCard = costOf(totalsOf(list.filter((one) => one.paid === "by card")));
            const own = list
              .filter(({ eventKey }) => components.length === 1 || !eventKey.startsWith("other"))
              .flatMap((one) => (one.paid === "by card" ? [] : (one.paid ?? [])))
              .reduce((sum, amount) => sum.plus(amount), new Amount(0));
            const left = Amount.max(0, costOf(totals).minus(byCard));
            paid = paid.plus(byCard).plus(Amount.min(own, left));
          }
          const { broughtForward, periodStart } = await upcoming();
          expect(periodStart).toBe(startOf(days.length));
          expect(billed.plus(broughtForward).plus(paid).toFixed(6)).toBe(cost.toFixed(6));
        }),
        { numRuns: 4, seed: 9 },
      );
      expect(counted).toBeGreaterThan(4);
    },
  );
});

import { type Component, rate, type Subscription, usanceClient } from "@usance/sdk";
import { Decimal } from "decimal.js";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { cards } from "../../../packages/rating/test/arbitrary-cards.ts";
import { rateNaively } from "../../../packages/rating/test/naive-rating.ts";
import { periodStarts } from "../../api/src/subscriptions/periods.ts";
import { restDoor } from "../../api/test/harness/doors.ts";
import { testKey, useService } from "../../api/test/harness/service.ts";
import { Story } from "../../api/test/harness/story.ts";
import { runBiller } from "../src/index.ts";

/*
 * Generated cards and usage, some of it late, through several periods, with billers that are killed at generated calls and
 * run in pairs. In the end every period has cost what a naive sum of all its usage costs.
 */

const service = useService();
const story = new Story(restDoor, service);

interface Usage {
  readonly prefix: string;
  readonly quantity: string;
  /** How many periods before the current one it occurred. */
  readonly late: number;
}

const usage: fc.Arbitrary<Usage> = fc.record({
  prefix: fc.constantFrom("reads", "writes", "seats"),
  quantity: fc.oneof(
    fc.integer({ min: 0, max: 30 }).map(String),
    fc.integer({ min: 0, max: 30_000_000 }).map((units) => new Decimal(units).div(1e6).toFixed()),
  ),
  late: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 3 })),
});

/** A period: what is recorded in it, and at which call each of its billers is killed, if they are. */
const week = fc.record({
  usage: fc.array(usage, { maxLength: 5 }),
  kills: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }),
});

const graceMs = 3_600_000;

function run({ serviceId }: Subscription, dieAt = Number.POSITIVE_INFINITY): Promise<unknown> {
  let calls = 0;
  const fetch: typeof globalThis.fetch = (url, init) => {
    calls += 1;
    return calls < dieAt ? globalThis.fetch(url, init) : Promise.reject(new TypeError("killed"));
  };
  return runBiller({
    usance: usanceClient({ baseUrl: service().url, apiKey: testKey, fetch, maxRetries: 0 }),
    serviceId,
    graceSeconds: graceMs / 1_000,
    leastAmount: "0",
    say: () => undefined,
  }).catch(() => undefined);
}

it("all bills of a subscription together cost what its usage costs, whenever it arrived and however billers died", async () => {
  let lateBills = 0;
  let credits = 0;
  const sides = fc.tuple(cards, fc.array(week, { minLength: 2, maxLength: 5 }));
  for (const [components, weeks] of fc.sample(sides, { numRuns: 20, seed: 7 })) {
    const subscription: Subscription = await story.aSubscription({ billingInterval: "WEEK" });
    const { id, serviceId, paymentPlanId, userId, createdAt } = subscription;
    await story.aRateCard({ paymentPlanId, components });
    const recorded: { prefix: string; quantity: string; occurredAt: string }[] = [];

    for (const { usage: events, kills } of [...weeks, { usage: [], kills: [] }]) {
      const { subscription: now } = await story.done("subscriptions.get", { subscriptionId: id });
      const periods = periodsOf(createdAt, now.currentPeriodEnd);
      for (const { prefix, quantity, late } of events) {
        const start = periods.at(-1 - late)?.from ?? createdAt;
        const occurredAt = new Date(Date.parse(start) + recorded.length + 1).toISOString();
        const eventKey = `${prefix}:${recorded.length}`;
        const event = { serviceId, subscriptionId: id, userId, eventKey, quantity, occurredAt };
        await story.done("usageEvents.create", event);
        recorded.push({ prefix, quantity, occurredAt });
      }
      service().clock.set(new Date(Date.parse(now.currentPeriodEnd) + graceMs).toISOString());
      await Promise.all(kills.map((kill) => run(subscription, kill)));
      await Promise.all([run(subscription), run(subscription)]);
    }

    const { subscription: now } = await story.done("subscriptions.get", { subscriptionId: id });
    const periods = periodsOf(createdAt, now.currentPeriodStart);
    const { invoices } = await story.done("invoices.list", { subscriptionId: id, limit: 100 });
    const counting = invoices.filter(({ status }: { status: string }) => status !== "VOID");
    const billed = sumOf(counting.map(({ amount }: { amount: string }) => amount));
    const due = sumOf(periods.map((period) => naiveCost(components, period, recorded)));
    const stated = counting.map(({ periodStart }: { periodStart: string }) => periodStart);

    expect(counting.every(({ status }: { status: string }) => status === "OPEN")).toBe(true);
    expect(new Set(stated).size).toBe(counting.length);
    // A credit that no later bill was large enough for is still owed.
    if (billed.gt(due)) {
      credits += 1;
      expect(components.some(canBecomeCheaper)).toBe(true);
    } else expect(billed.toFixed(6)).toBe(due.toFixed(6));
    if (JSON.stringify(counting).includes("Changes to earlier periods")) lateBills += 1;
  }
  expect(lateBills).toBeGreaterThan(3);
  expect(credits).toBeLessThan(5);
}, 400_000);

/** The weeks from a time to the end of one. */
function periodsOf(createdAt: string, end: string) {
  const starts = periodStarts("WEEK", new Date(createdAt), new Date(end)).map((start) =>
    start.toISOString(),
  );
  return starts.slice(0, -1).map((from, place) => ({ from, to: starts[place + 1] ?? end }));
}

/** With more usage, a price of the whole volume or of the last value can fall. */
const canBecomeCheaper = (component: Component) =>
  component.type === "VOLUME" || ("measure" in component && component.measure === "LAST");

const sumOf = (amounts: readonly string[]) =>
  amounts.reduce((sum, amount) => sum.plus(amount), new Decimal(0));

/** What the usage of a period costs, added up here and priced with fractions. */
function naiveCost(
  components: readonly Component[],
  { from, to }: { from: string; to: string },
  recorded: readonly { prefix: string; quantity: string; occurredAt: string }[],
): string {
  const events = recorded
    .filter(({ occurredAt }) => occurredAt >= from && occurredAt < to)
    .toSorted((one, other) => (one.occurredAt < other.occurredAt ? -1 : 1));
  const prefixes = [...new Set(events.toReversed().map(({ prefix }) => prefix))].toReversed();
  const measured = prefixes.map((prefix) => {
    const own = events.filter((event) => event.prefix === prefix).map(({ quantity }) => quantity);
    return {
      prefix,
      quantity: sumOf(own).toFixed(),
      count: own.length,
      max: Decimal.max(...own).toFixed(),
      last: own.at(-1),
    };
  });
  const { amount } = rateNaively(components, measured);
  expect(rate(components, measured).amount).toBe(amount);
  return amount;
}

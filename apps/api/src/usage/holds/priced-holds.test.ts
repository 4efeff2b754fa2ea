import type { Component } from "@usance/rating";
import { describe, expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { expectLedgerHolds } from "../../../test/harness/ledger-holds.ts";
import { testKey, useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();
expectLedgerHolds(service);

const story = new Story(restDoor, service);
const byRateCard = { rateCard: true };

const tiers = (...all: readonly (readonly [upTo: string | null, unitAmount: string])[]) => ({
  description: "Requests",
  prefix: "requests",
  tiers: all.map(([upTo, unitAmount]) => ({ upTo, unitAmount })),
});

/** Two units are free, and three cost 0.1 each. */
const graduated: Component = {
  type: "GRADUATED",
  ...tiers(["2", "0"], ["5", "0.1"], [null, "0.01"]),
};

/** A subscription to a plan with a rate card, with a balance of 1 USDC of its user. */
async function priced(components: readonly Component[], credit = "1") {
  const subscription = await story.aSubscription({ billingInterval: "MONTH" });
  const { serviceId, userId, paymentPlanId, id: subscriptionId } = subscription;
  const { balance } = await story.done("balances.create", { serviceId, userId });
  await story.aGrant(balance.id, credit);
  if (components.length > 0) await story.aRateCard({ paymentPlanId, components });
  const holdOf = (quantity: string, fields = {}) => {
    const usage = { subscriptionId, eventKey: "requests:at-most", quantity };
    return story.holdOf(balance, { amount: byRateCard, usage, ...fields });
  };
  const hold = async (quantity: string) =>
    (await story.done("holds.create", holdOf(quantity))).hold;
  const charge = (quantity: string, fields = {}) => {
    const charged = { balanceId: balance.id, charge: byRateCard, quantity, ...fields };
    return story.done("usageEvents.create", story.usageOf(subscription, charged));
  };
  const amounts = async () => {
    const { available, held } = (await story.done("balances.get", { balanceId: balance.id }))
      .balance;
    return { available, held };
  };
  return { subscription, balance, holdOf, hold, charge, amounts };
}

describe("a hold by the rate card", () => {
  it("sets aside what the usage costs at its place in the tiers, without other holds", async () => {
    const { hold, charge, amounts } = await priced([graduated]);

    const before = [await hold("3"), await hold("3")];
    await charge("1");
    const after = await hold("3");

    expect(before.map(({ amount }) => amount)).toEqual(["0.100000", "0.100000"]);
    expect(after).toMatchObject({ amount: "0.200000", usage: { quantity: "3.000000" } });
    expect(await amounts()).toEqual({ available: "0.600000", held: "0.400000" });
  });

  it("is of 0 if the usage is free or makes all of it cheaper, and ends as any other", async () => {
    const volume: Component = { type: "VOLUME", ...tiers(["10", "0.05"], [null, "0.01"]) };
    for (const [components, used, quantity] of [
      [[graduated], "0", "2"],
      [[volume], "10", "1"],
    ] as const) {
      const { balance, subscription, hold, holdOf, charge, amounts } = await priced(components);
      await charge(used);
      const { available } = await amounts();

      const [committed, released] = [await hold(quantity), await hold(quantity)];
      await story.done("holds.create", holdOf(quantity));
      const usageEvent = { subscriptionId: subscription.id, eventKey: "requests:1", quantity };
      const commit = { holdId: committed.id, amount: byRateCard, usageEvent };
      const { hold: ended } = await story.done("holds.commit", commit);
      await story.done("holds.release", { holdId: released.id });
      service().clock.advance(61);
      await story.done("balances.get", { balanceId: balance.id });

      const { balanceEntries } = await story.done("balances.entries", { balanceId: balance.id });
      expect([committed.amount, ended.charged]).toEqual(["0.000000", "0.000000"]);
      const types = balanceEntries.map(({ type }: { type: string }) => type);
      expect(types).toEqual(expect.arrayContaining(["HOLD_EXPIRED", "HOLD_RELEASED"]));
      // 10 units cost 0.5, and 11 cost 0.11.
      expect((await amounts()).available).toBe(used === "10" ? "0.890000" : available);
    }
  });

  it("is the same for the same key and fields, whatever its usage costs by now", async () => {
    const { holdOf, charge, amounts, subscription } = await priced([graduated]);
    const subscriptionId: string = subscription.id;
    const input = holdOf("2");
    const place = (fields = {}) => story.call("holds.create", { ...input, ...fields });

    const first = await place();
    await charge("2");
    const again = await place();
    const others = [
      await place({ amount: "0.1" }),
      await place({ usage: { subscriptionId, eventKey: "requests:at-most", quantity: "3" } }),
    ];
    const byCard = holdOf("1");
    await story.done("holds.create", byCard);
    others.push(await story.call("holds.create", { ...byCard, amount: "0.1" }));
    const own = holdOf("1", { amount: "0.1" });
    await story.done("holds.create", own);
    others.push(await story.call("holds.create", { ...own, amount: byRateCard }));

    expect(again.body).toEqual(first.body);
    expect(others.map(({ code }) => code)).toEqual(Array(4).fill("hold_key_used"));
    expect((await amounts()).held).toBe("0.200000");
    const stored = await restDoor.call(service().url, "holds.create", holdOf("1"), testKey, {
      "Idempotency-Key": `priced-hold-${input.key}`,
    });
    expect(stored.body.hold.amount).toBe("0.100000");
  });

  it("is committed for more than was held only if that is allowed, once the tiers have moved", async () => {
    const { hold, charge, subscription, amounts } = await priced([graduated]);
    const { id: holdId } = await hold("2");
    await charge("3");
    const usageEvent = { subscriptionId: subscription.id, eventKey: "requests:1", quantity: "2" };
    const commit = { holdId, amount: byRateCard, usageEvent };

    const refused = await story.call("holds.commit", commit);
    const allowed = await story.done("holds.commit", { ...commit, allowMore: true });

    expect(refused).toMatchObject({ status: 409, code: "more_than_held" });
    expect(allowed.hold).toMatchObject({ amount: "0.000000", charged: "0.200000" });
    expect(await amounts()).toEqual({ available: "0.700000", held: "0.000000" });
  });

  it("reserves in limits of what is charged", async () => {
    const { hold, holdOf, subscription } = await priced([graduated]);
    const { serviceId } = subscription;
    const limit = { serviceId, scope: "service", measure: "charge", max: "0.25", window: "ever" };
    await story.done("limits.set", { name: "spent", action: "REJECT", ...limit });

    await hold("4");
    const { status, code } = await story.call("holds.create", holdOf("3"));

    expect([status, code]).toEqual([402, "limit_reached"]);
  });

  it("is refused without usage, a card, enough on the balance or a price that fits", async () => {
    const { holdOf, balance } = await priced([graduated], "0.1");
    const { holdOf: unpriced } = await priced([]);
    const dear = { type: "PER_UNIT", description: "All", unitAmount: "1000000000000" } as const;
    const { holdOf: dearHold } = await priced([dear]);
    const { subscription: other } = await priced([dear]);
    const foreign = { subscriptionId: other.id, eventKey: "requests:1", quantity: "1000000" };

    const refusals = await Promise.all(
      [
        holdOf("1", { usage: undefined }),
        unpriced("1"),
        holdOf("4"),
        dearHold("1000000"),
        holdOf("1", { amount: { rateCard: false } }),
        story.holdOf(balance, { amount: "0" }),
        // Of a subscription of another user nothing is told, whatever else is wrong.
        holdOf("1", { usage: foreign, expiresAt: "2001-01-01T00:00:00Z" }),
      ].map((one) => story.refusal("holds.create", one)),
    );

    expect(refusals).toEqual([
      "400 usage is required.",
      "409 No rate card prices usage of this time.",
      "402 Balance is too low.",
      "409 The amount has more than 18 digits before the decimal point.",
      '400 amount must be a non-negative decimal with at most six decimal places, or {"rateCard": true}.',
      "400 amount must be more than zero.",
      "404 Subscription was not found for the service and user.",
    ]);
  });
});

it("a hold is refused if a CANCELLED subscription would use it, whose usage could not be recorded", async () => {
  const { subscription, holdOf } = await priced([graduated]);
  const earlier = holdOf("3");
  const { hold } = await story.done("holds.create", earlier);
  await story.done("subscriptions.cancel", { subscriptionId: subscription.id });

  expect(await story.refusal("holds.create", holdOf("3"))).toBe(
    "409 Usage can only be recorded against an ACTIVE subscription.",
  );
  expect((await story.done("holds.create", earlier)).hold.id).toBe(hold.id);
});

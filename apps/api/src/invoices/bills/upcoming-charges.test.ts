import { expect, it } from "vitest";
import { doors } from "../../../test/harness/doors.ts";
import { useService } from "../../../test/harness/service.ts";
import { aSeller, Story } from "../../../test/harness/story.ts";

const service = useService();
const perRequest = { type: "PER_UNIT", description: "Requests", unitAmount: "0.5" };
const fixed = { pricingType: "FIXED_RECURRING", billingInterval: "MONTH", amount: "25" };

it.each(doors)(
  "lists and adds up what active subscriptions cost next, through $name",
  async (door) => {
    const seller = await aSeller(service);
    const story = new Story(door, service, seller);
    const priced = async (unitAmount: string, quantity: string) => {
      const subscription = await story.aSubscription();
      const components = [{ ...perRequest, unitAmount }];
      await story.aRateCard({ paymentPlanId: subscription.paymentPlanId, components });
      await story.aUsageEvent(subscription, { quantity });
      return subscription;
    };
    const metered = await priced("0.5", "3");
    const little = await priced("0.001", "3");
    const tooMuch = await priced("999999999999", "999999999999");
    const unpriced = await story.aSubscription();
    const renewing = await story.aSubscription(fixed);
    const ending = await story.aSubscription(fixed);
    await story.done("subscriptions.cancel", { subscriptionId: ending.id, atPeriodEnd: true });
    const ended = await story.aSubscription(fixed);
    await story.done("subscriptions.cancel", { subscriptionId: ended.id });
    await new Story(door, service, await aSeller(service)).aSubscription(fixed);

    const charges = await story.listed("subscriptions.upcomingCharges", { limit: 2 });
    const shown = charges.map((of) => [of.subscription.id, of.accrued, of.renewal, of.failure]);
    expect(shown).toEqual([
      [ending.id, null, null, null],
      [renewing.id, null, "25.000000", null],
      [unpriced.id, null, null, null],
      [tooMuch.id, null, null, "The amount has more than 18 digits before the decimal point."],
      [little.id, "0.003000", null, null],
      [metered.id, "1.500000", null, null],
    ]);
    const { service: of, paymentPlan, user, upcomingInvoice } = charges[5];
    const ownBill = await story.done("subscriptions.upcomingInvoice", {
      subscriptionId: metered.id,
    });
    expect({ ...upcomingInvoice, calculatedAt: null }).toEqual({
      ...{ ...ownBill.upcomingInvoice, calculatedAt: null },
    });
    expect([of.id, paymentPlan.id, user.id]).toEqual([
      ...[metered.serviceId, metered.paymentPlanId, metered.userId],
    ]);

    const totals = async (query: object = {}) =>
      (await story.done("subscriptions.upcomingTotals", query)).upcomingTotals;
    expect(await totals()).toEqual({
      ...{ accrued: "1.503000", renewals: "25.000000", subscriptionCount: 6, isComplete: false },
    });
    expect(await totals({ serviceId: little.serviceId })).toMatchObject({
      ...{ accrued: "0.003000", subscriptionCount: 1, isComplete: true },
    });
    expect(await totals({ serviceId: ended.serviceId })).toMatchObject({ subscriptionCount: 0 });
  },
);

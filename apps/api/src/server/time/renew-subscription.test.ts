import { describe, expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { aPortal } from "../../../test/harness/portal.ts";
import { useService } from "../../../test/harness/service.ts";
import { Story } from "../../../test/harness/story.ts";

const service = useService();
const story = new Story(restDoor, service);

const read = async (subscriptionId: string) =>
  (await story.done("subscriptions.get", { subscriptionId })).subscription;
const invoicesOf = (subscriptionId: string) =>
  service().parts.db.invoice.findMany({ where: { subscriptionId }, orderBy: { createdAt: "asc" } });
const eventsOf = (subscriptionId: string) =>
  service().parts.db.webhookEvent.findMany({
    where: { data: { path: ["subscription", "id"], equals: subscriptionId } },
    orderBy: { createdAt: "asc" },
  });

describe("a subscription whose period has ended", () => {
  it("is in its next period on the next read, with one OPEN invoice of the plan's amount", async () => {
    service().clock.set("2028-01-31T08:00:00.000Z");
    const monthly = { pricingType: "FIXED_RECURRING", billingInterval: "MONTH", amount: "9.99" };
    const { id, currentPeriodEnd } = await story.aSubscription(monthly);
    expect(currentPeriodEnd).toMatch(/^2028-02-29T08:00:00/);

    service().clock.set("2028-03-01T00:00:00.000Z");
    const renewed = await read(id);

    expect(renewed.currentPeriodStart).toBe(currentPeriodEnd);
    expect(renewed.currentPeriodEnd).toMatch(/^2028-03-31T08:00:00/);
    expect(await invoicesOf(id)).toMatchObject([{ status: "OPEN", subscriptionId: id }]);
    expect((await invoicesOf(id))[0]?.amount.toFixed(6)).toBe("9.990000");
  });

  it("has no invoice if its plan costs nothing, and the portal announces no charge", async () => {
    const free = { pricingType: "FIXED_RECURRING", billingInterval: "DAY", amount: "0" };
    const { id, userId } = await story.aSubscription(free);

    service().clock.advance(3 * 86_400 + 60);
    await read(id);

    expect(await invoicesOf(id)).toEqual([]);
    const portalToken = await aPortal(story, userId);
    const { subscriptions } = await story.done("portal.subscriptions", { portalToken });
    expect(subscriptions).toMatchObject([{ nextCharge: null }]);
  });

  it("catches up on every missed period, each with its invoice", async () => {
    service().clock.set("2028-01-01T00:00:00.000Z");
    const daily = { pricingType: "FIXED_RECURRING", billingInterval: "DAY", amount: "1" };
    const { id } = await story.aSubscription(daily);

    service().clock.advance(5 * 86_400 + 60);
    await read(id);

    expect(await invoicesOf(id)).toHaveLength(5);
  });

  it("sends period_ended with the period's end, and no invoice for usage-based plans", async () => {
    const { id, currentPeriodEnd } = await story.aSubscription({ billingInterval: "DAY" });

    service().clock.advance(86_401);
    await read(id);

    expect(await invoicesOf(id)).toEqual([]);
    const events = await eventsOf(id);
    expect(events.map(({ type }) => type).sort()).toEqual([
      "subscription.created",
      "subscription.period_ended",
      "subscription.renewed",
    ]);
    expect(events.find(({ type }) => type === "subscription.period_ended")?.data).toMatchObject({
      subscription: { currentPeriodStart: currentPeriodEnd },
    });
  });

  it("is renewed once by many concurrent readers and jobs", async () => {
    const weekly = { pricingType: "FIXED_RECURRING", billingInterval: "WEEK", amount: "1" };
    const { id } = await story.aSubscription(weekly);

    service().clock.advance(2 * 7 * 86_400 + 60);
    await Promise.all([
      ...Array.from({ length: 6 }, () => read(id)),
      ...Array.from({ length: 3 }, () =>
        service().parts.due.advanceAll(service().parts, "subscriptions"),
      ),
    ]);

    expect(await invoicesOf(id)).toHaveLength(2);
  });

  it("is not renewed if it is CANCELLED", async () => {
    const { id, currentPeriodEnd } = await story.aSubscription({ billingInterval: "DAY" });
    await story.done("subscriptions.cancel", { subscriptionId: id });

    service().clock.advance(86_401);

    expect((await read(id)).currentPeriodEnd).toBe(currentPeriodEnd);
  });
});

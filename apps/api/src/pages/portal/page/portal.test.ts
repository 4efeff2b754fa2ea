import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { monthly } from "../../../../test/harness/checkout.ts";
import { onCitus } from "../../../../test/harness/database.ts";
import { restDoor } from "../../../../test/harness/doors.ts";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { aPortal } from "../../../../test/harness/portal.ts";
import { useService } from "../../../../test/harness/service.ts";
import { aSeller, Story } from "../../../../test/harness/story.ts";

const service = useService();
const day = 86_400;
const uniqueEmail = () => `pat-${randomBytes(4).toString("hex")}@example.com`;

describe("the portal", () => {
  const platform = new Story(restDoor, service);

  /** A seller with a subscription, and the link of its subscriber. */
  async function aSubscriber(plan: object = monthly) {
    const story = new Story(restDoor, service, await aSeller(service));
    const subscription = await story.aSubscription({ ...plan });
    const { id: subscriptionId, userId, serviceId, paymentPlanId } = subscription;
    const portalToken = await aPortal(story, userId);
    const of = { portalToken, subscriptionId };
    const own = async () =>
      (await story.done("portal.subscriptions", { portalToken })).subscriptions[0];
    return { story, subscription, portalToken, userId, serviceId, paymentPlanId, of, own };
  }

  /** Subscribes to a plan. @returns the completed checkout session */
  async function subscribed(by: Story, of: object, user?: object) {
    const { checkoutSession } = await by.done("checkoutSessions.create", of);
    const input = { checkoutSessionId: checkoutSession.id, ...(user && { user }) };
    return (await by.done("checkoutSessions.complete", input)).checkoutSession;
  }

  describe("subscriptions", () => {
    it("show plan, period and the next charge", async () => {
      const { own, subscription } = await aSubscriber();
      const at = subscription.currentPeriodEnd;

      expect(await own()).toEqual({
        id: subscription.id,
        status: "ACTIVE",
        rateCards: [],
        service: { name: "Weather API", description: null, branding: null },
        paymentPlan: {
          name: "Metered",
          description: null,
          pricingType: "FIXED_RECURRING",
          billingInterval: "MONTH",
          amount: "25.000000",
          unit: null,
          currency: "USDC",
        },
        currentPeriodStart: subscription.currentPeriodStart,
        currentPeriodEnd: at,
        cancelAt: null,
        endedAt: null,
        createdAt: subscription.createdAt,
        nextCharge: { at, amount: "25.000000" },
        canCancel: true,
        canRenew: false,
      });
    });

    it("have a next charge without an amount if usage is billed", async () => {
      const { own } = await aSubscriber({ billingInterval: "MONTH" });
      expect((await own()).nextCharge).toEqual({ at: expect.any(String), amount: null });
    });

    it("have no next charge and no end of a period without an interval", async () => {
      const { own, story, of } = await aSubscriber({});
      expect(await own()).toMatchObject({ nextCharge: null, canCancel: false });
      expect(await story.call("portal.cancel", { ...of, atPeriodEnd: true })).toMatchObject({
        status: 409,
        body: { error: "Subscription has no period that ends." },
      });
    });

    it("are renewed first", async () => {
      const { story, subscription, userId } = await aSubscriber({
        ...monthly,
        billingInterval: "DAY",
      });
      service().clock.advance(day);
      const portalToken = await aPortal(story, userId);
      const { subscriptions } = await story.done("portal.subscriptions", { portalToken });
      expect(subscriptions[0].currentPeriodStart).toBe(subscription.currentPeriodEnd);
    });

    it("come in pages", async () => {
      const { story, portalToken, userId, serviceId, paymentPlanId } = await aSubscriber();
      for (let more = 0; more < 2; more += 1) {
        await subscribed(story, { serviceId, paymentPlanId, userId });
      }
      const page = (cursor?: string) =>
        story.done("portal.subscriptions", { portalToken, limit: 2, ...(cursor && { cursor }) });
      const first = await page();
      const second = await page(first.nextCursor);
      expect(first.subscriptions).toHaveLength(2);
      expect(second).toMatchObject({ subscriptions: [{}], nextCursor: null });
    });
  });

  describe("cancellation", () => {
    it("ends the subscription with its period, and can be taken back", async () => {
      const { own, story, of, subscription } = await aSubscriber();
      const cancelAt = subscription.currentPeriodEnd;

      const cancelled = await story.done("portal.cancel", { ...of, atPeriodEnd: true });
      const state = { cancelAt, nextCharge: null, canCancel: false, canRenew: true };
      expect(cancelled.subscription).toMatchObject({ status: "ACTIVE", ...state });
      expect(await story.done("portal.cancel", { ...of, atPeriodEnd: true })).toEqual(cancelled);
      expect(await own()).toEqual(cancelled.subscription);

      const renewed = await story.done("portal.cancel", { ...of, atPeriodEnd: false });
      expect(renewed.subscription).toMatchObject({
        cancelAt: null,
        canCancel: true,
        canRenew: false,
      });
      expect(await story.call("portal.cancel", { ...of, atPeriodEnd: false })).toMatchObject({
        status: 409,
        body: { error: "Subscription is not scheduled to be cancelled." },
      });
    });

    it("takes effect at the end of the period", async () => {
      const { story, of, subscription, userId } = await aSubscriber({
        ...monthly,
        billingInterval: "DAY",
      });
      await story.done("portal.cancel", { ...of, atPeriodEnd: true });
      service().clock.advance(day);
      const portalToken = await aPortal(story, userId);
      const { subscriptions } = await story.done("portal.subscriptions", { portalToken });
      expect(subscriptions).toMatchObject([
        {
          status: "CANCELLED",
          cancelAt: subscription.currentPeriodEnd,
          nextCharge: null,
          canCancel: false,
          canRenew: false,
        },
      ]);
      const again = { ...of, portalToken, atPeriodEnd: true };
      expect(await story.call("portal.cancel", again)).toMatchObject({
        status: 409,
        body: { error: "Subscription is not ACTIVE." },
      });
    });

    it("is refused where the seller does not allow it, but one's own can be taken back", async () => {
      const { own, story, of, serviceId } = await aSubscriber();
      await story.done("portal.cancel", { ...of, atPeriodEnd: true });
      const { service: changed } = await story.done("services.update", {
        serviceId,
        portal: { allowsCancel: false },
      });
      expect(changed.portal).toEqual({ allowsCancel: false });

      expect((await own()).canRenew).toBe(true);
      await story.done("portal.cancel", { ...of, atPeriodEnd: false });
      expect((await own()).canCancel).toBe(false);
      expect(await story.call("portal.cancel", { ...of, atPeriodEnd: true })).toMatchObject({
        status: 409,
        body: { error: "This seller does not let subscribers cancel here." },
      });
    });

    it("by the seller cannot be taken back, not even if it was the subscriber's first", async () => {
      const { own, story, of } = await aSubscriber();
      await story.done("portal.cancel", { ...of, atPeriodEnd: true });
      const { subscriptionId } = of;
      await story.done("subscriptions.cancel", { subscriptionId, atPeriodEnd: true });

      expect(await own()).toMatchObject({ cancelAt: expect.any(String), canRenew: false });
      expect(await story.call("portal.cancel", { ...of, atPeriodEnd: false })).toMatchObject({
        status: 409,
        body: { error: "The seller has cancelled this subscription." },
      });
      await story.done("subscriptions.cancel", { subscriptionId, atPeriodEnd: false });
      expect((await own()).cancelAt).toBeNull();
    });

    it("is written into the audit log, by session", async () => {
      const { story, of, portalToken } = await aSubscriber();
      const { id } = (await story.done("portal.view", { portalToken })).portal;
      await story.done("portal.cancel", { ...of, atPeriodEnd: true });

      const { auditEvents } = await story.done("auditEvents.list", { recordId: of.subscriptionId });
      expect(auditEvents).toMatchObject([{ operation: "portal.cancel", apiKeyId: `portal ${id}` }]);
    });
  });

  it("shows the next bill of the usage, with its lines and changes to earlier periods", async () => {
    const { story, of, userId, subscription } = await aSubscriber({ billingInterval: "DAY" });
    expect(await story.call("portal.upcomingInvoice", of)).toMatchObject({
      ...{ status: 409, code: "no_rate_card_in_effect" },
    });

    await story.aRateCard({ paymentPlanId: subscription.paymentPlanId });
    const { currentPeriodStart: periodStart } = subscription;
    await story.done("usageEvents.create", story.usageOf(subscription, { quantity: "1" }));
    service().clock.advance(50 * 3_600);
    await story.done("usageEvents.create", story.usageOf(subscription, { quantity: "400" }));
    const asked = { ...of, portalToken: await aPortal(story, userId) };
    const { upcomingInvoice } = await story.done("portal.upcomingInvoice", asked);

    // A unit of the first period is too little for a bill.
    expect(upcomingInvoice).toEqual({
      status: "RUNNING",
      periodStart: new Date(Date.parse(periodStart) + 2 * 86_400_000).toISOString(),
      periodEnd: expect.any(String),
      dueAt: expect.any(String),
      amount: "1.002500",
      currency: "USDC",
      lines: [
        { description: "Requests", quantity: "400", unitAmount: "0.0025", amount: "1.000000" },
        {
          description: "Changes to earlier periods",
          quantity: "1",
          unitAmount: "0.002500",
          amount: "0.002500",
        },
      ],
      broughtForward: "0.002500",
      carriedForward: "0.000000",
    });
  });

  describe("usage", () => {
    it("is added up by period, day and prefix", async () => {
      const { story, of, subscription } = await aSubscriber({ billingInterval: "MONTH" });
      const start = new Date(subscription.currentPeriodStart);
      const on = (days: number) => new Date(start.getTime() + days * day * 1_000).toISOString();
      const use = (eventKey: string, quantity: string, occurredAt: string) =>
        story.done(
          "usageEvents.create",
          story.usageOf(subscription, { eventKey, quantity, occurredAt }),
        );
      await use("requests:1", "10", on(0));
      await use("requests:2", "5.5", on(0));
      await use("tokens:1", "1000", on(0));
      await use("requests:3", "1", on(2));
      await use("requests:4", "7", on(-1));
      await use("requests:5", "7", subscription.currentPeriodEnd);

      const { usage } = await story.done("portal.usage", of);
      const dayOf = (days: number) => on(days).slice(0, 10);
      expect(usage).toEqual({
        from: subscription.currentPeriodStart,
        to: subscription.currentPeriodEnd,
        fixedAt: null,
        hasEarlier: false,
        count: 4,
        interval: "DAY",
        hasMorePrefixes: false,
        prefixes: [
          {
            prefix: "requests",
            quantity: "16.500000",
            count: 3,
            intervals: [
              { start: dayOf(0), quantity: "15.500000", count: 2 },
              { start: dayOf(2), quantity: "1.000000", count: 1 },
            ],
          },
          {
            prefix: "tokens",
            quantity: "1000.000000",
            count: 1,
            intervals: [{ start: dayOf(0), quantity: "1000.000000", count: 1 }],
          },
        ],
      });
      expect(await story.call("portal.usage", { ...of, periodsAgo: 1 })).toMatchObject({
        status: 404,
        body: { error: "The subscription had not started then." },
      });
    });

    it("of earlier periods is found, also of a plan without an interval", async () => {
      for (const plan of [{ billingInterval: "WEEK" }, {}]) {
        const { story, subscription, userId } = await aSubscriber(plan);
        await story.done("usageEvents.create", story.usageOf(subscription, { quantity: "3" }));
        service().clock.advance(40 * day);
        const portalToken = await aPortal(story, userId);
        const of = { portalToken, subscriptionId: subscription.id };
        const periodsAgo = "billingInterval" in plan ? 5 : 1;
        expect((await story.done("portal.usage", of)).usage).toMatchObject({
          count: 0,
          prefixes: [],
          hasEarlier: true,
        });
        expect((await story.done("portal.usage", { ...of, periodsAgo })).usage).toMatchObject({
          from: subscription.currentPeriodStart,
          prefixes: [{ prefix: "requests", quantity: "3.000000" }],
          hasEarlier: false,
        });
      }
    });

    it("names the six prefixes with most events", async () => {
      const { story, of, subscription } = await aSubscriber({ billingInterval: "MONTH" });
      const usageEvents = ["a", "b", "c", "d", "e", "f", "g", "g"].map((prefix, index) =>
        story.usageOf(subscription, { eventKey: `${prefix}:${index}` }),
      );
      await story.done("usageEvents.batch", { usageEvents });
      const { usage } = await story.done("portal.usage", of);
      const named = usage.prefixes.map(({ prefix }: { prefix: string }) => prefix);
      expect({ ...usage, named }).toMatchObject({
        count: 8,
        named: ["g", "a", "b", "c", "d", "e"],
        hasMorePrefixes: true,
      });
    });

    it("refuses a count of periods that is no whole number from 0 to 4000", () =>
      forRows(["-1", "1.5", "x", "4001"], async (periodsAgo) => {
        const { story, of } = await aSubscriber();
        expect(await story.call("portal.usage", { ...of, periodsAgo })).toMatchObject({
          status: 400,
          body: { error: "periodsAgo must be a whole number from 0 to 4000." },
        });
      }));
  });

  it.skipIf(onCitus)(
    "shows the limits that refuse usage of the subscription, and no others",
    async () => {
      const { story, subscription, serviceId, of } = await aSubscriber();
      const another = await story.aSubscription();
      const usual = { serviceId, measure: "quantity", window: "period", action: "REJECT" };
      const limits = [
        {
          name: "own",
          scope: "subscription",
          subscriptionId: of.subscriptionId,
          keyPrefix: "requests",
        },
        { name: "each", scope: "subscription", window: "day", timeZone: "Europe/Berlin" },
        { name: "all", scope: "service", window: "hour" },
        { name: "told", scope: "subscription", action: "NOTIFY" },
        { name: "agent", scope: "subject" },
        { name: "elsewhere", scope: "subscription", serviceId: another.serviceId },
      ];
      for (const limit of limits) await story.done("limits.set", { ...usual, max: "10", ...limit });
      await story.done("usageEvents.create", story.usageOf(subscription, { quantity: "8" }));

      const shown = (await story.done("portal.limits", of)).limits;

      const terms = {
        id: expect.any(String),
        measure: "quantity",
        seconds: null,
        max: "10.000000",
      };
      const used = { used: "8.000000", remaining: "2.000000" };
      const times = { windowStart: expect.any(String), resetsAt: expect.any(String) };
      expect(shown).toEqual([
        { ...terms, ...used, ...times, keyPrefix: null, window: "day", timeZone: "Europe/Berlin" },
        {
          ...{ ...terms, ...used, keyPrefix: "requests", window: "period", timeZone: null },
          windowStart: subscription.currentPeriodStart,
          resetsAt: subscription.currentPeriodEnd,
        },
      ]);
    },
  );

  it("invoices lead to their pages; drafts are not shown", async () => {
    const { story, portalToken, subscription, userId, serviceId, paymentPlanId } =
      await aSubscriber();
    const of = { serviceId, paymentPlanId, userId, subscriptionId: subscription.id };
    const invoice = async (fields: object) =>
      (await story.done("invoices.create", { ...of, amount: "3", ...fields })).invoice;
    const open = await invoice({ status: "OPEN" });
    await invoice({ status: "DRAFT" });
    const late = await invoice({ status: "OPEN", dueAt: service().clock.in(-1) });

    const { invoices } = await story.done("portal.invoices", { portalToken });
    expect(invoices).toEqual([
      expect.objectContaining({ id: late.id, status: "EXPIRED" }),
      {
        id: open.id,
        subscriptionId: subscription.id,
        status: "OPEN",
        amount: "3.000000",
        credited: "0.000000",
        paidFromBalance: "0.000000",
        amountDue: "3.000000",
        currency: "USDC",
        dueAt: null,
        paidAt: null,
        createdAt: open.createdAt,
        service: { name: "Weather API", description: null },
        paymentPlan: { name: "Metered" },
        url: open.url,
      },
    ]);
    const due = await story.done("portal.invoices", { portalToken, status: "OPEN" });
    expect(due.invoices).toMatchObject([{ id: open.id }]);
  });

  describe("name and e-mail address", () => {
    it("change for the seller, while checkout still recognizes the first address", async () => {
      const { story, portalToken, serviceId, paymentPlanId, userId } = await aSubscriber();
      const { subscriber } = (await story.done("portal.view", { portalToken })).portal;
      const email = uniqueEmail();

      const change = { portalToken, name: "Pat", email };
      expect(await story.done("portal.changeSubscriber", change)).toEqual({
        subscriber: { name: "Pat", email, isChangeable: true },
      });
      expect(await story.done("portal.changeSubscriber", { portalToken, name: "Pat P." })).toEqual({
        subscriber: { name: "Pat P.", email, isChangeable: true },
      });

      const of = { serviceId, paymentPlanId };
      const again = await subscribed(story, of, { email: subscriber.email });
      expect(again.user).toMatchObject({ id: userId, email, name: "Pat P." });
      expect((await subscribed(story, of, { email })).userId).not.toBe(userId);
    });

    it("cannot be used to learn who else subscribes, or to take over what they sign up for", async () => {
      const { story, portalToken } = await aSubscriber();
      const { userId: otherId } = await story.aSubscription();
      const other = (
        await story.done("portal.view", { portalToken: await aPortal(story, otherId) })
      ).portal.subscriber;

      const taken = await story.call("portal.changeSubscriber", {
        portalToken,
        email: other.email,
      });
      const free = await story.call("portal.changeSubscriber", {
        portalToken,
        email: uniqueEmail(),
      });
      expect([taken.status, free.status]).toEqual([200, 200]);
    });

    it("of a user whom the platform made are not changed for one seller", async () => {
      const { story, serviceId, paymentPlanId } = await aSubscriber();
      const of = { serviceId, paymentPlanId };
      const completed = await subscribed(platform, of, { email: uniqueEmail() });

      const sellers = await aPortal(story, completed.userId);
      await expectUnchangeable(story, sellers);
      const platforms = {
        portalToken: await aPortal(platform, completed.userId),
        name: "Pat",
      };
      expect((await platform.done("portal.changeSubscriber", platforms)).subscriber.name).toBe(
        "Pat",
      );
    });

    it("of a seller who subscribes are not changed at all, by the platform's link neither", async () => {
      const { story, serviceId, paymentPlanId } = await aSubscriber();
      const { ownerId: userId } = await platform.aService();
      await subscribed(platform, { serviceId, paymentPlanId, userId });

      await expectUnchangeable(story, await aPortal(story, userId));
      await expectUnchangeable(platform, await aPortal(platform, userId));
    });

    async function expectUnchangeable(of: Story, portalToken: string): Promise<void> {
      const change = { portalToken, name: "Mallory" };
      expect(await of.call("portal.changeSubscriber", change)).toMatchObject({
        status: 409,
        body: { error: "Name and e-mail address cannot be changed here." },
      });
      const { portal } = await of.done("portal.view", { portalToken });
      expect(portal.subscriber.isChangeable).toBe(false);
      expect(portal.subscriber.name).not.toBe("Mallory");
    }
  });
});

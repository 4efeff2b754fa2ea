import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { restDoor } from "../../../test/harness/doors.ts";
import { forRows } from "../../../test/harness/for-rows.ts";
import { aPortal } from "../../../test/harness/portal.ts";
import { useService } from "../../../test/harness/service.ts";
import { aSeller, Story } from "../../../test/harness/story.ts";
import { newId } from "../../kit/ids.ts";

const service = useService();
const newEmail = (name = "pat") => `${name}-${randomBytes(4).toString("hex")}@example.com`;

interface Shown {
  readonly id: string;
  readonly email: string;
}

describe("subscribers", () => {
  async function aStory() {
    const story = new Story(restDoor, service, await aSeller(service));
    /** A subscription of a user who may have others. */
    const subscribed = async (
      email: string,
      planFields: Readonly<Record<string, unknown>> = {},
    ) => {
      const { id: serviceId } = await story.aService();
      const { id: paymentPlanId } = await story.aPlan(serviceId, planFields);
      return story.subscribe({ serviceId, paymentPlanId }, email);
    };
    const list = (query: object = {}) => story.done("subscribers.list", query);
    const emails = async (query: object = {}) =>
      (await list(query)).subscribers.map(({ email }: Shown) => email);
    return { story, subscribed, list, emails };
  }

  it("a subscriber has counts of its subscriptions and open invoices", async () => {
    const { story, subscribed, list } = await aStory();
    const email = newEmail();
    const { userId, serviceId, paymentPlanId, createdAt } = await subscribed(email);
    const second = await subscribed(email);
    await story.done("subscriptions.cancel", { subscriptionId: second.id });
    const bill = { serviceId, paymentPlanId, userId, amount: "1", status: "OPEN" };
    await story.done("invoices.create", bill);
    await story.done("invoices.create", { ...bill, dueAt: service().clock.in(60) });
    await story.done("invoices.create", { ...bill, status: "DRAFT" });
    await story.done("invoices.create", { ...bill, amount: "0" }); // nothing is due

    const subscriber = {
      id: userId,
      email,
      name: null,
      subscribedAt: createdAt,
      subscriptionCount: 2,
      activeSubscriptionCount: 1,
      openInvoiceCount: 2,
    };
    expect(await list()).toEqual({ subscribers: [subscriber], nextCursor: null });
    expect(await story.done("subscribers.get", { subscriberId: userId })).toEqual({ subscriber });
    service().clock.advance(61);
    expect((await list()).subscribers).toMatchObject([{ openInvoiceCount: 1 }]);
  });

  it("a subscription that ends with its period is not active after it", async () => {
    const { story, subscribed, list } = await aStory();
    const plan = { pricingType: "FIXED_RECURRING", billingInterval: "DAY" };
    const { id: subscriptionId } = await subscribed(newEmail(), plan);
    await story.done("subscriptions.cancel", { subscriptionId, atPeriodEnd: true });

    expect((await list()).subscribers).toMatchObject([{ activeSubscriptionCount: 1 }]);
    service().clock.advance(86_401);
    expect((await list()).subscribers).toMatchObject([{ activeSubscriptionCount: 0 }]);
  });

  it("a seller sees its own subscribers, the platform all of them once", async () => {
    const { story, subscribed, emails } = await aStory();
    const other = await aStory();
    const platform = new Story(restDoor, service);
    const email = newEmail();
    // One user of the platform with subscriptions to two sellers.
    const platformUser = async (whose: Story) => {
      const { id: serviceId } = await whose.aService();
      const { id: paymentPlanId } = await whose.aPlan(serviceId);
      return (await platform.subscribe({ serviceId, paymentPlanId }, email)).userId;
    };
    const userId = await platformUser(story);
    expect(await platformUser(other.story)).toBe(userId);
    const ownEmail = newEmail("own");
    const own = await subscribed(ownEmail);

    expect(await other.emails()).toEqual([email]);
    expect((await emails()).toSorted()).toEqual([email, ownEmail].toSorted());
    const { subscribers } = await platform.done("subscribers.list", { search: email });
    expect(subscribers).toMatchObject([{ id: userId, subscriptionCount: 2 }]);
    const asked = await story.done("subscribers.get", { subscriberId: userId });
    expect(asked.subscriber.subscriptionCount).toBe(1);
    const { status } = await other.story.call("subscribers.get", { subscriberId: own.userId });
    expect(status).toBe(404);
  });

  it("with an address of several spellings is one subscriber, found by each of them", async () => {
    const { subscribed, list } = await aStory();
    const { userId } = await subscribed("Info@räucher.de");
    expect((await subscribed("info@xn--rucher-bua.de")).userId).toBe(userId);
    expect((await subscribed("info@ra\u0308ucher.de")).userId).toBe(userId);
    for (const search of ["info@räucher.de", "INFO@XN--RUCHER-BUA.DE", "info@xn"]) {
      expect((await list({ search })).subscribers).toMatchObject([
        { id: userId, email: "Info@xn--rucher-bua.de", subscriptionCount: 3 },
      ]);
    }
    const local = await subscribed("ÄRZTE&co@example.com");
    expect((await list({ search: "Ärzte&CO@example.com" })).subscribers).toMatchObject([
      { id: local.userId, email: "äRZTE&co@example.com" },
    ]);
  });

  it("lists them newest first across pages", async () => {
    const { subscribed, story } = await aStory();
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.push((await subscribed(newEmail())).userId);

    const seen = await story.listed("subscribers.list", { limit: 2 });
    expect(seen.map(({ id }) => id)).toEqual(made.toReversed());
  });

  it("finds them by the beginning of the e-mail address, and then by that of the id, across pages", async () => {
    const { subscribed, story } = await aStory();
    const zoe = await subscribed("zoe@example.com");
    const letter = zoe.userId.slice(0, 1);
    const emails = [`${letter}b@example.com`, `${letter.toUpperCase()}a@example.com`];
    for (const email of emails) await subscribed(email);
    await subscribed("0@example.com");
    const found = async (search: string): Promise<string[]> =>
      (await story.listed("subscribers.list", { search, limit: 1 })).map(({ email }) => email);

    const byLetter = await found(letter);
    expect(byLetter.slice(0, 2)).toEqual([`${letter.toUpperCase()}a@example.com`, emails[0]]);
    expect(new Set(byLetter).size).toBe(byLetter.length);
    expect(byLetter).toContain("zoe@example.com");
    expect(await found(zoe.userId)).toEqual(["zoe@example.com"]);
    expect(await found("ZOE@")).toEqual(["zoe@example.com"]);
    expect(await found("oe@")).toEqual([]);
    expect(await found("%")).toEqual([]);
  });

  it("finds a subscriber by the address that it changed to", async () => {
    const { story, subscribed, emails } = await aStory();
    const { userId } = await subscribed("old@example.com");
    const portalToken = await aPortal(story, userId);
    await story.done("portal.changeSubscriber", { portalToken, email: "New@example.com" });

    expect(await emails({ search: "new" })).toEqual(["New@example.com"]);
    expect(await emails({ search: "old" })).toEqual([]);
  });

  it("refuses a query that breaks a rule", () =>
    forRows(
      [
        [{ search: " " }, "search is required."],
        [{ limit: "101" }, "limit must be a whole number from 1 to 100."],
        [{ cursor: "abc" }, "cursor must be a nextCursor of this list."],
      ],
      async (query, error) => {
        expect(await new Story(restDoor, service).refusal("subscribers.list", query)).toBe(
          `400 ${error}`,
        );
      },
    ));

  it("refuses the cursor of a search without the search", async () => {
    const { subscribed, list, story } = await aStory();
    await subscribed("a1@example.com");
    await subscribed("a2@example.com");
    const { nextCursor: cursor } = await list({ search: "a", limit: 1 });

    expect(await story.refusal("subscribers.list", { cursor })).toBe(
      "400 cursor must be a nextCursor of this list.",
    );
  });
});

it("subscriptions of one statement make each subscriber once", async () => {
  const story = new Story(restDoor, service, await aSeller(service));
  const { db } = service().parts;
  const first = await story.aSubscription();
  const { checkoutSessionId, ...row } = await db.subscription.findUniqueOrThrow({
    where: { id: first.id },
  });
  const sessions = await Promise.all([story.aCheckoutSession(), story.aCheckoutSession()]);
  const user = await db.user.create({
    data: {
      id: `batch${randomBytes(8).toString("hex")}`,
      email: "Batch@Example.com",
      emailKey: "batch@example.com",
      role: "PAYER",
      sellerId: row.ownerId,
      createdAt: row.createdAt,
      updatedAt: row.updatedAt,
    },
  });
  await db.subscription.createMany({
    data: sessions.map(({ id }, place) => ({
      ...row,
      id: newId(),
      userId: user.id,
      checkoutSessionId: id,
      createdAt: new Date(row.createdAt.getTime() + place * 1_000),
    })),
  });

  const rows = await db.subscriber.findMany({ where: { id: user.id }, orderBy: { tenant: "asc" } });
  const of = { id: user.id, emailKey: "batch@example.com", createdAt: row.createdAt };
  expect(rows).toEqual([
    { tenant: "", ...of },
    { tenant: row.ownerId, ...of },
  ]);
});

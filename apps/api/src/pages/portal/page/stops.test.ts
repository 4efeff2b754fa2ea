import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startBeside } from "../../../../test/harness/beside.ts";
import { aCappedSubscription } from "../../../../test/harness/checkout.ts";
import { restDoor } from "../../../../test/harness/doors.ts";
import { forRows } from "../../../../test/harness/for-rows.ts";
import { expectLedgerHolds } from "../../../../test/harness/ledger-holds.ts";
import { aPortal, portalTokenOf, signedCap } from "../../../../test/harness/portal.ts";
import { payments, useService } from "../../../../test/harness/service.ts";
import { aKey, aSeller, Story, statusesOf } from "../../../../test/harness/story.ts";
import { inTransaction } from "../../../db/client.ts";
import { openPool } from "../../../db/pool.ts";
import { toAmount } from "../../../kit/money.ts";
import { changeHolds } from "../../../usage/holds/change-holds.ts";

const service = useService(payments);
expectLedgerHolds(service);

describe("stops at the portal", () => {
  const story = new Story(restDoor, service);

  /** A subscription and its portal. */
  async function visited(of: Story = story) {
    const subscription = await of.aSubscription({ billingInterval: "MONTH" });
    const { id: subscriptionId, userId } = subscription;
    const portalToken = await aPortal(of, userId);
    const own = { portalToken, subscriptionId };
    return {
      subscription,
      own,
      stop: (subject?: string, isStopped = true) =>
        of.call("portal.stop", { ...own, subject, isStopped }),
      use: (subject?: string, fields: object = {}) =>
        of.call("usageEvents.create", of.usageOf(subscription, { subject, ...fields })),
      stops: async () => {
        const { stoppedBy, subjects } = await of.done("portal.subjects", { ...own, limit: 100 });
        return [stoppedBy, ...subjects.map((one: Shown) => [one.subject, one.stoppedBy])];
      },
    };
  }
  /** A link of a key with some scopes. */
  async function aLink(userId: string, scopes: readonly string[]): Promise<string> {
    const all = ["portal-sessions:write", "subscribers:read", ...scopes];
    const { secret } = await aKey(service(), { scopes: all });
    return portalTokenOf(
      (await story.call("portalSessions.create", { userId }, secret)).body.portalSession,
    );
  }
  interface Shown {
    readonly subject: string;
    readonly stoppedBy: readonly string[];
  }

  it("refuse a subject until it is started again, and say who stopped it", async () => {
    const { stop, use, stops } = await visited();
    expect(statusesOf(await Promise.all([use("agent-7"), use("agent-8")]))).toEqual([201, 201]);

    const { body } = await stop("agent-7");
    const refused = await use("agent-7");

    expect(body).toEqual({ stop: { subject: "agent-7", stoppedBy: ["SUBSCRIBER"] } });
    expect(refused).toMatchObject({
      status: 402,
      code: "limit_reached",
      body: {
        error:
          "Limit stopped-by-subscriber is reached: 0.000000 of 0.000000 used, 0.000000 remaining until the subscriber starts it again.",
      },
    });
    expect(refused.headers.get("usance-limit")).toBe("stopped-by-subscriber");
    expect(statusesOf([await use("agent-8"), await use()])).toEqual([201, 201]);
    await stop("unused");
    expect(await stops()).toEqual([
      [],
      ...[
        ["agent-7", ["SUBSCRIBER"]],
        ["agent-8", []],
        ["unused", ["SUBSCRIBER"]],
      ],
    ]);
    expect((await stop("agent-7", false)).body.stop.stoppedBy).toEqual([]);
    expect((await use("agent-7")).status).toBe(201);
  });

  it("of all usage refuse any subject and none, also an event without a quantity", async () => {
    const { stop, use, stops } = await visited();
    await stop();

    expect(
      statusesOf([await use(), await use("agent-7"), await use("a", { quantity: "0" })]),
    ).toEqual([402, 402, 402]);
    expect(await stops()).toEqual([["SUBSCRIBER"]]);
    await stop(undefined, false);
    expect((await use("agent-7")).status).toBe(201);
  });

  it("admit what occurred before, and the calls whose holds were placed before", async () => {
    const { subscription, stop, use } = await visited();
    const { id: subscriptionId, serviceId, userId } = subscription;
    const { balance } = await story.done("balances.create", { serviceId, userId });
    await story.aGrant(balance.id, "10");
    const holdFor = (eventKey: string) => {
      const usage = { subscriptionId, eventKey, subject: "agent-7", quantity: "2" };
      return story.call("holds.create", story.holdOf(balance, { usage }));
    };
    const holds = [await holdFor("tokens:1"), await holdFor("tokens:2")].map(
      ({ body }) => body.hold,
    );
    const occurredAt = service().clock.now().toISOString();
    service().clock.advance(1);

    await stop("agent-7");

    const commit = (place: number) =>
      story.call("holds.commit", {
        ...{ holdId: holds[place].id, amount: "0.25" },
        usageEvent: {
          ...{ subscriptionId, eventKey: `tokens:${place + 1}` },
          ...{ subject: "agent-7", quantity: "1" },
        },
      });
    const fresh = story.usageOf(subscription, { subject: "agent-7" });
    const both = await Promise.all([commit(0), commit(1), story.call("usageEvents.create", fresh)]);
    expect(statusesOf(both)).toEqual([200, 200, 402]);
    expect((await use("agent-7", { occurredAt })).status).toBe(201);
    const { limits } = await story.done("limits.usage", { subscriptionId, subject: "agent-7" });
    service().clock.advance(1);
    const late = await use("agent-7", { occurredAt: limits[0].limit.createdAt });
    expect(late.status).toBe(402);
    expect(await holdFor("tokens:3")).toMatchObject({ status: 402, code: "limit_reached" });
  });

  it("admit no hold, nor another event, in place of a hold that was placed before", async () => {
    const { subscription, stop } = await visited();
    const { id: subscriptionId, serviceId, userId } = subscription;
    const { balance } = await story.done("balances.create", { serviceId, userId });
    await story.aGrant(balance.id, "10");
    const usage = { subscriptionId, eventKey: "tokens:1", subject: "agent-7", quantity: "2" };
    const { hold } = await story.done("holds.create", story.holdOf(balance, { usage }));
    const other = await story.done(
      "holds.create",
      story.holdOf(balance, { usage: { ...usage, eventKey: "tokens:2" } }),
    );
    await stop("agent-7");

    const { parts, clock } = service();
    const now = clock.now();
    const shared = { tenant: null, testTimeOf: null };
    const again = {
      ...{ balanceId: balance.id, key: "again", amount: toAmount("1"), apiKeyId: "x" },
      usage: { ...usage, quantity: toAmount("2") },
      expiresAt: new Date(now.getTime() + 60_000),
    };
    const changes = [
      { ...shared, id: hold.id, commit: null },
      { ...shared, ...again },
    ];
    const changed = await inTransaction(parts.db, (tx) => changeHolds(tx, changes, now));
    expect(changed.map((one) => one?.why?.code)).toEqual([undefined, "limit_reached"]);

    const commitAs = (usageEvent: object) => ({
      ...{ holdId: other.hold.id, amount: "0.1" },
      usageEvent: { subscriptionId, eventKey: "tokens:3", quantity: "1", ...usageEvent },
    });
    expect(await story.refusal("holds.commit", commitAs({ subject: "agent-7" }))).toMatch(/^402 /);
    await stop("agent-8");
    const ofAnother = commitAs({ subject: "agent-8", eventKey: "tokens:2" });
    expect(await story.refusal("holds.commit", ofAnother)).toMatch(/^402 /);
    const event = story.usageOf(subscription, { eventKey: "tokens:2", subject: "agent-7" });
    const both = await Promise.all([
      story.call("holds.commit", commitAs({})),
      story.call("usageEvents.create", event),
    ]);
    expect(statusesOf(both)).toEqual([200, 402]);
  });

  it("admit nothing after the answer, of many events at once and over two processes", async () => {
    const other = await startBeside(service());
    const beside = new Story(restDoor, () => other);
    const { subscription, stop } = await visited();
    const record = (_: unknown, place: number) => {
      const by = place % 2 === 0 ? story : beside;
      return by.call("usageEvents.create", by.usageOf(subscription, { subject: "agent-7" }));
    };
    const many = (length: number) => Array.from({ length }, record);

    const before = many(100);
    const stopped = stop("agent-7");
    const during = many(100);
    expect((await stopped).status).toBe(200);
    const after = await Promise.all(many(50));
    await Promise.all([...before, ...during]);
    await other.stop();

    expect(new Set(statusesOf(after))).toEqual(new Set([402]));
  });

  it("end in one state when several portals stop and start at once", async () => {
    const { subscription, stop, own } = await visited();
    const again = await aPortal(story, subscription.userId);
    const elsewhere = (isStopped: boolean) =>
      story.call("portal.stop", { ...own, portalToken: again, subject: "agent-7", isStopped });

    const stops = [stop("agent-7"), elsewhere(true), stop("agent-7"), elsewhere(true)];
    expect(new Set(statusesOf(await Promise.all(stops)))).toEqual(new Set([200]));
    const count = () =>
      service().parts.db.usageLimit.count({ where: { subscriptionId: subscription.id } });
    expect(await count()).toBe(1);
    const mixed = [stop("agent-7", false), elsewhere(true), elsewhere(false), stop("agent-7")];
    expect(new Set(statusesOf(await Promise.all(mixed)))).toEqual(new Set([200]));
    expect(await count()).toBeLessThanOrEqual(1);
    await stop("agent-7", false);
    expect(await count()).toBe(0);
  });

  it("neither read, replace nor remove the seller's limits, nor the seller theirs", async () => {
    const who = await aSeller(service);
    const seller = new Story(restDoor, service, who);
    const { subscription, own, stop, use } = await visited(seller);
    const { id: subscriptionId, serviceId } = subscription;
    const own7 = { subscriptionId, subject: "agent-7", scope: "subject" };
    const terms = { serviceId, measure: "count", max: "0", window: "ever", action: "REJECT" };
    await seller.done("limits.set", { ...terms, ...own7, name: "mine" });

    await stop("agent-7", false);
    expect((await use("agent-7")).status).toBe(402);
    await stop("agent-7");
    expect((await stop("agent-7")).body.stop.stoppedBy).toEqual(["SELLER", "SUBSCRIBER"]);
    expect((await seller.done("portal.limits", own)).limits).toEqual([]);
    expect((await seller.listed("limits.list", { serviceId })).map(({ name }) => name)).toEqual([
      "mine",
    ]);
    const { limits } = await seller.done("limits.usage", { subscriptionId, subject: "agent-7" });
    expect(limits).toMatchObject([
      { limit: { name: "mine", setBy: "SELLER" } },
      { limit: { name: "stopped-by-subscriber", setBy: "SUBSCRIBER" }, used: "0.000000" },
    ]);
    const name = "stopped-by-subscriber";
    expect(await seller.refusal("limits.set", { ...terms, ...own7, name })).toMatch(/^400 name /);
    expect(await seller.refusal("limits.remove", { name })).toMatch(/^400 name /);
    await seller.done("limits.remove", { name: "mine" });
    expect((await use("agent-7")).status).toBe(402);
  });

  it("are of the visitor's own subscriptions only, with the link's scope, and of valid subjects", async () => {
    const { own, subscription } = await visited();
    const neighbor = await visited();
    const narrowToken = await aLink(subscription.userId, ["usage-events:read"]);
    const call = (fields: object) =>
      story.call("portal.stop", { ...own, isStopped: true, ...fields });

    await forRows<[object, number]>(
      [
        [{ subscriptionId: neighbor.subscription.id }, 404],
        [{ portalToken: "x" }, 404],
        [{ portalToken: narrowToken }, 403],
        [{ subject: "x".repeat(65) }, 400],
        [{ subject: "a\u0000b" }, 400],
        [{ subject: "" }, 400],
        [{ subject: 7 }, 400],
        [{ isStopped: "true" }, 400],
        [{ isStopped: undefined }, 400],
      ],
      async (fields, status) => expect((await call(fields)).status).toBe(status),
    );
    const { serviceId } = neighbor.subscription;
    const { isLimited } = await service().parts.db.service.findUniqueOrThrow({
      where: { id: serviceId },
    });
    expect(isLimited).toBe(false);
    for (const subject of ["%00/..;?#", "'; DROP TABLE x", "🦊", '"}\\', "a b"]) {
      expect((await call({ subject })).body.stop).toEqual({ subject, stoppedBy: ["SUBSCRIBER"] });
      const event = story.usageOf(subscription, { subject });
      expect((await story.call("usageEvents.create", event)).status).toBe(402);
    }
  });

  it("are at most a thousand of a subscription, besides that of all usage", async () => {
    const { subscription, stop } = await visited();
    const {
      id: subscriptionId,
      serviceId,
      ownerId,
    } = await service().parts.db.subscription.findUniqueOrThrow({ where: { id: subscription.id } });
    const now = service().clock.now();
    const stops = Array.from({ length: 1_000 }, (_, index) => ({
      ...{ id: `${subscriptionId}-${index}`, serviceId, ownerId, subscriptionId },
      ...({
        name: "stopped-by-subscriber",
        setBy: "SUBSCRIBER",
        subject: `task-${index}`,
      } as const),
      ...({
        scope: "subject",
        measure: "count",
        max: 0,
        window: "ever",
        action: "REJECT",
      } as const),
      ...{ levels: [], createdAt: now, updatedAt: now },
    }));
    await service().parts.db.usageLimit.createMany({ data: stops });

    expect(await stop("one-more")).toMatchObject({ status: 409, code: "too_many_stops" });
    expect((await stop("task-1")).status).toBe(200);
    expect((await stop()).status).toBe(200);
    await stop("task-1", false);
    expect((await stop("one-more")).status).toBe(200);
  });

  it("need an active subscription to begin, and none to end", async () => {
    const { subscription, stop } = await visited();
    await stop("agent-7");
    await story.done("subscriptions.cancel", { subscriptionId: subscription.id });

    expect((await stop()).status).toBe(409);
    expect((await stop("agent-7", false)).body.stop.stoppedBy).toEqual([]);
  });

  it("report nothing, however often they refuse", async () => {
    const { stop, use, subscription } = await visited();
    await stop();
    for (let count = 0; count < 3; count += 1) await use("agent-7");

    const { serviceId } = subscription;
    const { events } = await story.done("events.list", { type: "limit.crossed", serviceId });
    expect(events).toEqual([]);
  });

  describe("with the revocation of the cap", () => {
    /** @param scopes of the link; by default all */
    async function capped(scopes: readonly string[] = ["*"]) {
      const { payer, subscription } = await aCappedSubscription(story, "100", {
        billingInterval: "MONTH",
      });
      const of = {
        portalToken: await aLink(subscription.userId, scopes),
        subscriptionId: subscription.id,
      };
      const use = async () =>
        (await story.call("usageEvents.create", story.usageOf(subscription))).status;
      return { payer, of, use, userId: subscription.userId };
    }

    it("are answered once usage is recorded that began before, like other stops", async () => {
      const { stop } = await visited();
      const { of } = await capped();
      const pool = openPool(service().databaseUrl, 1);
      const client = await pool.connect();
      await client.query("BEGIN");
      await client.query("LOCK TABLE usage_events IN ROW EXCLUSIVE MODE");
      const answered: number[] = [];
      const calls = [stop(), story.call("portal.revokeCap", of)].map(async (call) =>
        answered.push((await call).status),
      );
      await sleep(500);
      const before = [...answered];
      await client.query("COMMIT");
      client.release();
      await Promise.all([...calls, pool.end()]);

      expect([before, answered]).toEqual([[], [200, 200]]);
    });

    it("stop all usage, until a new cap is signed", async () => {
      const { payer, of, use, userId } = await capped();
      await story.done("portal.revokeCap", of);
      expect(await use()).toBe(402);

      const portalToken = await aLink(userId, ["spending-caps:read", "spending-caps:write"]);
      const narrow = { ...of, portalToken };
      await story.done("portal.signCap", await signedCap(story, narrow, payer, "40"));
      expect(await use()).toBe(402);
      await story.done("portal.revokeCap", of);
      await story.done("portal.signCap", await signedCap(story, of, payer, "50"));
      expect(await use()).toBe(201);
      await story.done("portal.stop", { ...of, isStopped: true });
      await story.done("portal.signCap", await signedCap(story, of, payer, "60"));
      expect(await use()).toBe(402);
    });

    it("do not, if the subscriber says so, or has started again before it is repeated", async () => {
      const { of, use } = await capped();
      await story.done("portal.revokeCap", { ...of, stopUsage: false });
      expect(await use()).toBe(201);
      const narrow = await capped(["spending-caps:write"]);
      await story.done("portal.revokeCap", narrow.of);
      expect(await narrow.use()).toBe(201);
      const other = await capped();
      await story.done("portal.revokeCap", other.of);
      await story.done("portal.stop", { ...other.of, isStopped: false });
      await story.done("portal.revokeCap", other.of);
      expect(await other.use()).toBe(201);
    });

    it("do not, if the subscription has ended", async () => {
      const { of } = await capped();
      await story.done("subscriptions.cancel", { subscriptionId: of.subscriptionId });
      await story.done("portal.revokeCap", of);
      expect((await story.done("portal.subjects", of)).stoppedBy).toEqual([]);
    });
  });
});

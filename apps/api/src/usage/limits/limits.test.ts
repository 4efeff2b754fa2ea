import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { startBeside } from "../../../test/harness/beside.ts";
import { ClockedStory } from "../../../test/harness/clocked-story.ts";
import { itVoids } from "../../../test/harness/database.ts";
import { doors, restDoor } from "../../../test/harness/doors.ts";
import { expectLedgerHolds } from "../../../test/harness/ledger-holds.ts";
import { useService } from "../../../test/harness/service.ts";
import { aSeller, Story, statusesOf } from "../../../test/harness/story.ts";
import { inTransaction } from "../../db/client.ts";
import { openPool } from "../../db/pool.ts";
import { toAmount } from "../../kit/money.ts";
import { changeHolds } from "../holds/change-holds.ts";

const service = useService();
expectLedgerHolds(service);

type Fields = Readonly<Record<string, unknown>>;

let count = 0;

/** A limit of a subscription's service: a hundred units ever. */
function limitOf({ serviceId }: { readonly serviceId: string }, fields: Fields = {}) {
  count += 1;
  const usual = {
    scope: "subscription",
    measure: "quantity",
    max: "100",
    window: "ever",
    action: "REJECT",
  };
  return { name: `limit-${count}`, serviceId, ...usual, ...fields };
}

describe("limits", () => {
  const story = new Story(restDoor, service);

  /** A new subscription, and a limit of its service. */
  async function limited(fields: Fields = {}, of: Story = story) {
    const subscription = await of.aSubscription({ billingInterval: "MONTH" });
    const { limit } = await of.done("limits.set", limitOf(subscription, fields));
    const use = (quantity: string, more: Fields = {}) =>
      of.call("usageEvents.create", of.usageOf(subscription, { quantity, ...more }));
    const used = async (query: Fields = {}) => {
      const shown = await of.done("limits.usage", { subscriptionId: subscription.id, ...query });
      return shown.limits.map((one: { used: string }) => one.used);
    };
    return { subscription, limit, use, used };
  }

  it("admits what fits, and says what is left of the limit that refuses", async () => {
    const { use, used, limit } = await limited();

    expect((await use("60")).status).toBe(201);
    const refused = await use("40.000001");
    expect((await use("40")).status).toBe(201);

    expect(refused).toMatchObject({
      status: 402,
      code: "limit_reached",
      body: {
        error: `Limit ${limit.name} is reached: 60.000000 of 100.000000 used, 40.000000 remaining until it is raised.`,
      },
    });
    expect(Object.keys(refused.body)).toEqual(["error"]);
    expect(await used()).toEqual(["100.000000"]);
  });

  it("names limit, used, remaining and reset in headers, over tRPC and in a batch", async () => {
    const { subscription, limit } = await limited({ window: "hour", max: 1 });
    const event = story.usageOf(subscription, { quantity: "2" });
    const resetsAt = new Date(
      (Math.floor(service().clock.now().getTime() / 3_600_000) + 1) * 3_600_000,
    ).toISOString();

    const rest = await story.call("usageEvents.create", event);
    const trpc = await new Story(doors[1] ?? restDoor, service).call("usageEvents.create", event);
    const { results } = await story.done("usageEvents.batch", { usageEvents: [event] });

    expect(Object.fromEntries(rest.headers)).toMatchObject({
      "usance-error": "limit_reached",
      "usance-limit": limit.name,
      "usance-limit-max": "1.000000",
      "usance-limit-used": "0.000000",
      "usance-limit-remaining": "1.000000",
      "usance-limit-reset": resetsAt,
    });
    const reached = {
      name: limit.name,
      max: "1.000000",
      used: "0.000000",
      remaining: "1.000000",
      resetsAt,
    };
    expect(trpc).toMatchObject({ status: 402, code: "limit_reached" });
    expect(results).toMatchObject([{ status: 402, code: "limit_reached", limit: reached }]);
  });

  it("admits exactly those of concurrent events that fit", async () => {
    const { subscription, used } = await limited({ max: "1" });
    const calls = Array.from({ length: 400 }, () =>
      story.call("usageEvents.create", story.usageOf(subscription, { quantity: "0.01" })),
    );

    const statuses = (await Promise.all(calls)).map(({ status }) => status);

    expect(statuses.filter((status) => status === 201)).toHaveLength(100);
    expect(statuses.filter((status) => status === 402)).toHaveLength(300);
    expect(await used()).toEqual(["1.000000"]);
  });

  it("counts what was recorded before the limit was set, also by calls under way", async () => {
    const subscription = await story.aSubscription();
    const { id: subscriptionId } = subscription;
    const record = () => story.call("usageEvents.create", story.usageOf(subscription));
    const before = Array.from({ length: 200 }, record);
    const set = story.done("limits.set", limitOf(subscription, { max: "150" }));
    const during = Array.from({ length: 200 }, record);
    const { limit } = await set;
    const after = await Promise.all(Array.from({ length: 100 }, record));

    const recorded = [...(await Promise.all([...before, ...during])), ...after].filter(
      ({ status }) => status === 201,
    );
    const { limits } = await story.done("limits.usage", { subscriptionId });
    expect(limits).toMatchObject([
      { limit: { name: limit.name }, used: `${recorded.length}.000000` },
    ]);
    expect(recorded.length).toBeGreaterThanOrEqual(150);
    if (recorded.length > 150) expect(after.every(({ status }) => status === 402)).toBe(true);
  });

  it("admits exactly what fits over two processes, from the moment in which the limit is set", async () => {
    const other = await startBeside(service());
    const beside = new Story(restDoor, () => other);
    const subscription = await story.aSubscription();
    const record = (_: unknown, place: number) => {
      const by = place % 2 === 0 ? story : beside;
      return by.call("usageEvents.create", by.usageOf(subscription));
    };
    try {
      // The other process knows the service as one without limits.
      await beside.aUsageEvent(subscription);
      const during = Array.from({ length: 200 }, record);
      await story.done("limits.set", limitOf(subscription, { max: "250" }));
      const after = Array.from({ length: 200 }, record);

      const all = await Promise.all([...during, ...after]);

      expect(all.filter(({ status }) => status === 201)).toHaveLength(249);
      expect(all.filter(({ status }) => status === 402)).toHaveLength(151);
    } finally {
      await other.stop();
    }
  });

  it("sets the first limits of many services at once, while events are recorded", async () => {
    const subscriptions = await Promise.all(
      Array.from({ length: 12 }, () => story.aSubscription()),
    );
    const calls = subscriptions.flatMap((subscription) => [
      story.call("limits.set", limitOf(subscription)),
      story.call("usageEvents.create", story.usageOf(subscription)),
      story.call("limits.set", limitOf(subscription, { scope: "service", measure: "count" })),
    ]);

    const statuses = (await Promise.all(calls)).map(({ status }) => status);

    expect(new Set(statuses)).toEqual(new Set([200, 201]));
  });

  it("lets the tightest of nested limits decide", async () => {
    const { subscription, use } = await limited({ max: "100" });
    const set = (fields: Fields) => story.done("limits.set", limitOf(subscription, fields));
    await set({ name: "of-service", scope: "service", max: "29" });
    await set({ name: "of-agent", scope: "subject", subject: "agent", max: "15" });
    await set({ name: "of-each-task", scope: "subject", max: "25" });
    await set({ name: "of-tokens", keyPrefix: "tokens", max: "10" });
    const by = async (quantity: string, more: Fields = {}) =>
      (await use(quantity, more)).body.error?.split(" ")[1] ?? "recorded";

    expect(await by("50", { subject: "agent" })).toBe("of-agent");
    expect(await by("11", { eventKey: "tokens:1" })).toBe("of-tokens");
    expect(await by("10", { eventKey: "tokens" })).toBe("recorded");
    expect(await by("16", { subject: "agent" })).toBe("of-agent");
    expect(await by("15", { subject: "agent" })).toBe("recorded");
    expect(await by("1", { subject: "agent" })).toBe("of-agent");
    expect(await by("5", { subject: "task" })).toBe("of-service");
  });

  it("counts each subject of each subscription by itself", async () => {
    const { use, used, subscription } = await limited({ scope: "subject", max: "5" });
    const { serviceId, paymentPlanId } = subscription;
    const other = await story.subscribe({ serviceId, paymentPlanId });

    const statuses = [];
    for (const subject of ["a", "b", "a", undefined]) {
      statuses.push((await use("3", { subject })).status);
    }
    statuses.push(
      (
        await story.call(
          "usageEvents.create",
          story.usageOf(other, { quantity: "5", subject: "a" }),
        )
      ).status,
    );

    expect(statuses).toEqual([201, 201, 402, 201, 201]);
    expect([await used({ subject: "a" }), await used()]).toEqual([["3.000000"], []]);
  });

  it("counts the events of a batch in their order, and what they are charged", async () => {
    const { balance, subscription } = await story.prepaid("10");
    await story.done("limits.set", limitOf(subscription, { measure: "charge", max: "1" }));
    await story.done("limits.set", limitOf(subscription, { measure: "count", max: "4" }));
    const usageEvents = ["0.7", "0.4", "0.3", "0.000001", "0", "0", "0"].map((charge) =>
      story.usageOf(subscription, { balanceId: balance.id, charge }),
    );

    const { results } = await story.done("usageEvents.batch", { usageEvents });

    expect(statusesOf(results)).toEqual([201, 402, 201, 402, 201, 201, 402]);
    const { available } = (await story.done("balances.get", { balanceId: balance.id })).balance;
    expect(available).toBe("9.000000");
  });

  it("changes neither the balance nor the limit when the other refuses", async () => {
    const { balance, subscription } = await story.prepaid("1");
    const { limit } = await story.done("limits.set", limitOf(subscription, { max: "10" }));
    const use = async (quantity: string, charge: string) => {
      const event = story.usageOf(subscription, { quantity, charge, balanceId: balance.id });
      return (await story.call("usageEvents.create", event)).code;
    };

    expect(await use("11", "0.5")).toBe("limit_reached");
    expect(await use("5", "2")).toBe("prepaid_balance_too_low");
    expect(await use("10", "1")).toBeNull();
    const query = { subscriptionId: subscription.id };
    expect((await story.done("limits.usage", query)).limits).toMatchObject([
      { limit: { name: limit.name }, used: "10.000000", remaining: "0.000000", resetsAt: null },
    ]);
  });

  itVoids("counts an event that is sent again once, and none that is voided", async () => {
    const { subscription, used } = await limited({ max: "10" });
    const event = story.usageOf(subscription, { quantity: "10" });
    const { usageEvent } = await story.done("usageEvents.create", event);

    expect(await story.refusal("usageEvents.create", event)).toMatch(/^409/);
    await story.done("usageEvents.void", {
      usageEventId: usageEvent.id,
      reason: "Twice",
      replacement: { eventKey: "requests:right", quantity: "4" },
    });

    expect(await used()).toEqual(["4.000000"]);
    expect(
      (await story.call("usageEvents.create", story.usageOf(subscription, { quantity: "6" })))
        .status,
    ).toBe(201);
    expect((await story.call("usageEvents.create", story.usageOf(subscription))).status).toBe(402);
  });

  it("keeps what is used when max or action change, and counts anew when it counts otherwise", async () => {
    const subscription = await story.aSubscription();
    const limit = limitOf(subscription, { max: "3" });
    const use = async (fields: Fields = {}) =>
      (await story.call("usageEvents.create", story.usageOf(subscription, fields))).status;
    await story.done("limits.set", limit);
    expect([await use({ quantity: "3" }), await use()]).toEqual([201, 402]);

    await story.done("limits.set", { ...limit, max: "4" });
    expect([await use(), await use()]).toEqual([201, 402]);
    await story.done("limits.set", { ...limit, max: "0", action: "NOTIFY" });
    expect(await use()).toBe(201);
    await story.done("limits.set", { ...limit, max: "4", measure: "count" });
    expect([await use({ quantity: "9" }), await use()]).toEqual([201, 402]);
    await story.done("limits.remove", { name: limit.name });
    expect([await use(), await story.refusal("limits.get", { name: limit.name })]).toEqual([
      201,
      "404 Limit was not found.",
    ]);
  });

  it.each([
    ["hour", {}, "2027-03-27T22:30:00.000Z", "2027-03-27T23:00:00.000Z"],
    ["day", {}, "2027-03-27T22:30:00.000Z", "2027-03-28T00:00:00.000Z"],
    // Clocks are set forward on 28 March.
    ["day", { timeZone: "Europe/Berlin" }, "2027-03-27T23:30:00.000Z", "2027-03-28T22:00:00.000Z"],
    ["period", {}, "2027-03-27T22:30:00.000Z", "2027-04-27T10:00:00.000Z"],
  ])("resets at the end of the %s %j", async (window, fields, begin, end) => {
    const clocked = new ClockedStory(restDoor, service);
    await clocked.aTestClock("2027-03-27T10:00:00.000Z");
    const { use, used } = await limited({ window, max: "2", ...fields }, clocked);
    await clocked.advanceTo(begin);
    expect((await use("2")).status).toBe(201);

    await clocked.advanceTo(new Date(Date.parse(end) - 1_000).toISOString());
    const { headers, status } = await use("1");
    expect({ status, reset: headers.get("usance-limit-reset") }).toEqual({
      status: 402,
      reset: end,
    });
    await clocked.advanceTo(end);
    expect((await use("1")).status).toBe(201);

    const late = await use("0.5", { occurredAt: begin });
    expect([late.status, await used()]).toEqual([402, ["1.000000"]]);
  });

  it("counts the last seconds of a rolling window in steps", async () => {
    const clocked = new ClockedStory(restDoor, service);
    await clocked.aTestClock("2027-01-01T00:00:00.000Z");
    const { use, used } = await limited({ window: "rolling", seconds: 120, max: "10" }, clocked);
    const at = (seconds: number) =>
      clocked.advanceTo(new Date(Date.UTC(2027, 0, 1, 0, 0, seconds)).toISOString());

    expect((await use("6")).status).toBe(201);
    await at(60);
    expect((await use("4")).status).toBe(201);
    const { headers, status } = await use("1");
    expect([status, headers.get("usance-limit-reset")]).toEqual([402, "2027-01-01T00:02:02.000Z"]);
    await at(121);
    expect((await use("1")).status).toBe(402);
    await at(122);
    expect([(await use("6")).status, await used()]).toEqual([201, ["10.000000"]]);
    expect((await use("50", { occurredAt: "2026-12-31T23:00:00.000Z" })).status).toBe(201);
    expect(await used()).toEqual(["10.000000"]);
  });

  it("sends an event once for each level that is crossed, and when an event is refused", async () => {
    const { use, subscription, limit } = await limited({ levels: [0.5, 0.8, 1], window: "day" });
    const { serviceId } = subscription;

    for (const quantity of ["49", "1", "40", "30", "30", "10"]) await use(quantity);

    const { events } = await story.done("events.list", { serviceId, type: "limit.crossed" });
    const crossings = events.map(
      ({ data }: { data: { limit: unknown; crossing: unknown } }) => data,
    );
    expect(crossings.toReversed()).toMatchObject([
      { limit: { name: limit.name }, crossing: { level: 0.5, used: "50.000000" } },
      { crossing: { level: 0.8, used: "90.000000", remaining: "10.000000" } },
      { crossing: { level: 1, used: "90.000000", subscriptionId: subscription.id, subject: null } },
    ]);
    expect(crossings).toHaveLength(3);
  });

  itVoids("reports anew what is crossed again after a void", async () => {
    const { use, subscription } = await limited({ max: "10", levels: [0.5, 1] });
    const { body } = await use("10");
    await story.done("usageEvents.void", { usageEventId: body.usageEvent.id, reason: "Twice" });
    await use("10");

    const { serviceId } = subscription;
    const { events } = await story.done("events.list", { serviceId, type: "limit.crossed" });
    expect(events).toHaveLength(4);
  });

  it("waits for usage that is being recorded, before a first limit is set", async () => {
    const { serviceId } = await story.aSubscription();
    const { answer, isAnswered } = await during(
      "LOCK TABLE usage_events IN ROW EXCLUSIVE MODE",
      () => story.done("limits.set", limitOf({ serviceId })),
    );

    expect(isAnswered).toBe(false);
    await answer;
  });

  it("does not wait for the services of other sellers that events name", async () => {
    const { subscription } = await limited();
    const other = new Story(restDoor, service, await aSeller(service));
    const { balance } = await other.prepaid("1");
    const event = other.usageOf(subscription, { balanceId: balance.id, charge: "1" });
    const lock = `SELECT FROM services WHERE id = '${subscription.serviceId}' FOR UPDATE`;
    const { answer, isAnswered } = await during(lock, () =>
      other.call("usageEvents.create", event),
    );

    expect(isAnswered).toBe(true);
    expect((await answer).status).toBe(404);
  });

  /** Makes a call while another transaction has run a statement. @returns whether the call was answered in half a second */
  async function during<Result>(statement: string, call: () => Promise<Result>) {
    const pool = openPool(service().databaseUrl, 1);
    const client = await pool.connect();
    await client.query("BEGIN");
    await client.query(statement);
    let isAnswered = false;
    const answer = call().finally(() => {
      isAnswered = true;
    });
    await sleep(500);
    const was = isAnswered;
    await client.query("ROLLBACK");
    client.release();
    await pool.end();
    return { answer, isAnswered: was };
  }

  it("reports anew that it was reached, once its max was changed", async () => {
    const subscription = await story.aSubscription();
    const limit = limitOf(subscription, { max: "10", levels: [1] });
    const use = (quantity: string) =>
      story.call("usageEvents.create", story.usageOf(subscription, { quantity }));
    for (const [max, quantities] of [
      ["10", ["11", "12"]],
      ["20", ["20", "1"]],
      ["15", ["1", "1"]],
    ] as const) {
      await story.done("limits.set", { ...limit, max });
      for (const quantity of quantities) await use(quantity);
    }

    const { serviceId } = subscription;
    const { events } = await story.done("events.list", { serviceId, type: "limit.crossed" });
    const crossed = events.map(({ data }: { data: { limit: { max: string } } }) => data.limit.max);
    expect(crossed.toReversed()).toEqual(["10.000000", "20.000000", "15.000000"]);
  });

  it("accepts usage of every year, and refuses a time zone that only JavaScript knows", async () => {
    const { subscription, use } = await limited({ window: "day", timeZone: "America/New_York" });
    const times = ["0001-01-01T00:30:00.000Z", "9999-12-31T23:59:59.000Z"];

    const statuses = [];
    for (const occurredAt of times) statuses.push((await use("100", { occurredAt })).status);
    for (const occurredAt of times) statuses.push((await use("1", { occurredAt })).status);

    expect(statuses).toEqual([201, 201, 402, 402]);
    const zone = limitOf(subscription, { window: "day", timeZone: "US/Pacific-New" });
    expect(await story.refusal("limits.set", zone)).toMatch(/^400 timeZone must be/);
  });

  it("counts a day with two midnights as one", async () => {
    const { use } = await limited({ window: "day", timeZone: "America/Havana", max: "1" });

    // Clocks are set back from one o'clock to midnight, which is at 04:00 and again at 05:00.
    const at = (time: string) => use("1", { occurredAt: `2025-11-${time}:00.000Z` });
    const statuses = [];
    for (const time of ["02T04:30", "02T05:30", "02T03:59", "03T04:59", "03T05:00"]) {
      statuses.push((await at(time)).status);
    }

    expect(statuses).toEqual([201, 402, 201, 402, 201]);
  });

  it("stores nothing for events that name another seller's records", async () => {
    const { subscription } = await limited({ scope: "subject" });
    const other = new Story(restDoor, service, await aSeller(service));
    const usageEvents = Array.from({ length: 20 }, (_, at) =>
      other.usageOf(subscription, { subject: `s${at}` }),
    );

    await other.aUsageEvent(await other.aSubscription());
    const { results } = await other.done("usageEvents.batch", { usageEvents });

    expect(new Set(statusesOf(results))).toEqual(new Set([404]));
    const where = { subscriptionId: subscription.id };
    expect(await service().parts.db.usageLimitCounter.count({ where })).toBe(0);
  });

  describe("of a service with holds", () => {
    /** A subscription with a balance, and a limit of 100 units ever, and of what holds may use. */
    async function held(fields: Fields = {}) {
      const { balance, subscription } = await story.prepaid("10");
      await story.done("limits.set", limitOf(subscription, fields));
      const { id: subscriptionId } = subscription;
      const usage = (quantity: string) => ({ subscriptionId, eventKey: "tokens:1", quantity });
      const hold = (quantity: string, more: Fields = {}) =>
        story.call("holds.create", story.holdOf(balance, { usage: usage(quantity), ...more }));
      const left = async () => {
        const { limits } = await story.done("limits.usage", { subscriptionId });
        return limits.map((one: Record<string, string>) => [one.used, one.reserved, one.remaining]);
      };
      return { balance, subscription, usage, hold, left };
    }

    it("reserves what a call may use, until the hold ends", async () => {
      const { hold, left, usage } = await held();
      const { body } = await hold("60");
      const holdId = body.hold.id;

      expect(body.hold.usage).toEqual({ ...usage("60.000000"), subject: null });
      expect(await left()).toEqual([["0.000000", "60.000000", "40.000000"]]);
      expect((await hold("41")).code).toBe("limit_reached");
      expect((await hold("40")).status).toBe(201);
      const usageEvent = { ...usage("55"), eventKey: "tokens:7f3a" };
      await story.done("holds.commit", { holdId, amount: "0.1", usageEvent });
      expect(await left()).toEqual([["55.000000", "40.000000", "5.000000"]]);
    });

    it("gives back what was reserved when the hold is released or has expired", async () => {
      const { hold, left } = await held({ measure: "charge", max: "1" });
      const first = await hold("1", { amount: "0.5" });
      expect((await hold("1", { amount: "0.500001" })).code).toBe("limit_reached");
      expect((await hold("1", { amount: "0.5" })).status).toBe(201);

      await story.done("holds.release", { holdId: first.body.hold.id });
      expect(await left()).toEqual([["0.000000", "0.500000", "0.500000"]]);
      service().clock.advance(61);
      expect(await left()).toEqual([["0.000000", "0.000000", "1.000000"]]);
      expect((await hold("1", { amount: "1" })).status).toBe(201);
    });

    it("gives what is released to a hold of the same batch", async () => {
      const { balance, hold, usage } = await held();
      const { body } = await hold("100");
      const { clock, parts } = service();
      const now = clock.now();
      const shared = { tenant: null, testTimeOf: null };
      const place = {
        ...{ balanceId: balance.id, key: "next", amount: toAmount("0.5"), apiKeyId: "a key" },
        usage: { ...usage("100"), subject: undefined, quantity: toAmount("100") },
        expiresAt: new Date(now.getTime() + 60_000),
      };

      const changed = await inTransaction(parts.db, (tx) =>
        changeHolds(
          tx,
          [
            { ...shared, id: body.hold.id, commit: null },
            { ...shared, ...place },
          ],
          now,
        ),
      );

      expect(changed.map((one) => one?.hold?.status)).toEqual(["RELEASED", "HELD"]);
    });

    it("reserves nothing in windows that are over", async () => {
      const { hold, subscription } = await held({ window: "hour" });
      await hold("100");
      const occurredAt = new Date(service().clock.now().getTime() - 3_600_000).toISOString();

      const late = story.usageOf(subscription, { quantity: "100", occurredAt });
      expect((await story.call("usageEvents.create", late)).status).toBe(201);
      const now = story.usageOf(subscription);
      expect((await story.call("usageEvents.create", now)).code).toBe("limit_reached");
    });

    it("keeps what is reserved in a rolling window from events that are a little late", async () => {
      const { hold, subscription, usage } = await held({ window: "rolling", seconds: 600 });
      const { body } = await hold("100");
      const occurredAt = new Date(service().clock.now().getTime() - 30_000).toISOString();

      const late = story.usageOf(subscription, { eventKey: "tokens:late", occurredAt });
      expect((await story.call("usageEvents.create", late)).code).toBe("limit_reached");
      const commit = { holdId: body.hold.id, amount: "0.1", usageEvent: usage("100") };
      expect((await story.call("holds.commit", commit)).status).toBe(200);
    });

    it("admits exactly as many concurrent holds and events as fit", async () => {
      const { hold, subscription, left } = await held({ max: "10" });
      const event = () =>
        story.call(
          "usageEvents.create",
          story.usageOf(subscription, { eventKey: `tokens:${Math.random()}` }),
        );

      const calls = Array.from({ length: 60 }, (_, at) =>
        at % 2 === 0 ? hold("1", { amount: "0.01" }) : event(),
      );
      const admitted = (await Promise.all(calls)).filter(({ status }) => status === 201);

      expect(admitted).toHaveLength(10);
      expect((await left())[0]?.[2]).toBe("0.000000");
    });

    it("refuses to reserve usage of another subscriber, and another usage under the same key", async () => {
      const { balance, hold, usage } = await held();
      const other = await story.aSubscription();

      const foreign = await hold("1", { usage: { ...usage("1"), subscriptionId: other.id } });
      const input = story.holdOf(balance, { usage: usage("1") });
      const first = await story.done("holds.create", input);

      expect(foreign.code).toBe("subscription_not_of_service_and_user");
      expect(await story.done("holds.create", input)).toEqual(first);
      expect(await story.refusal("holds.create", { ...input, usage: usage("2") })).toBe(
        "422 key was used with another hold.",
      );
    });
  });
});

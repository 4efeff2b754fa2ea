import { describe, expect, it } from "vitest";
import { sql } from "../../test/harness/database.ts";
import { restDoor } from "../../test/harness/doors.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { useService } from "../../test/harness/service.ts";
import { aSeller, Story } from "../../test/harness/story.ts";
import { nextBoundary } from "../subscriptions/periods.ts";
import { sumSeries } from "./series-store.ts";

const service = useService();

interface Subscription {
  readonly id: string;
  readonly serviceId: string;
  readonly userId: string;
}

describe("a usage series", () => {
  async function aStory() {
    const story = new Story(restDoor, service, await aSeller(service));
    const meter = (of: Subscription, eventKey: string, quantity: string, occurredAt: string) =>
      story.done("usageEvents.create", story.usageOf(of, { eventKey, quantity, occurredAt }));
    const series = async (query: object) =>
      (await story.done("usageEvents.series", query)).usageSeries;
    return { story, meter, series };
  }
  const january = { from: "2025-01-01T00:00:00Z", to: "2025-02-01T00:00:00Z" };

  it("adds up by day and prefix, exactly, and only what occurred in the time", async () => {
    const { story, meter, series } = await aStory();
    const subscription = await story.aSubscription();
    await meter(subscription, "calls:0", "1", "2024-12-31T23:59:59.999Z");
    await meter(subscription, "calls:1", "0.1", "2025-01-30T23:59:59.999Z");
    await meter(subscription, "calls:2", "0.2", "2025-01-31T00:00:00Z");
    await meter(subscription, "calls:3", "999999999999999999.999999", "2025-01-31T12:00:00Z");
    await meter(subscription, "storage", "5", "2025-01-31T12:00:00Z");
    await meter(subscription, "calls:4", "1", "2025-02-01T00:00:00Z");

    const none = { lateQuantity: "0.000000", lateCount: 0 };
    expect(await series({ subscriptionId: subscription.id, ...january })).toEqual({
      subscriptionId: subscription.id,
      serviceId: null,
      prefix: null,
      interval: "day",
      timeZone: "UTC",
      from: "2025-01-01T00:00:00.000Z",
      to: "2025-02-01T00:00:00.000Z",
      quantity: "1000000000000000005.299999",
      count: 4,
      ...none,
      intervals: [
        { start: "2025-01-30", quantity: "0.100000", count: 1, ...none },
        { start: "2025-01-31", quantity: "1000000000000000005.199999", count: 3, ...none },
      ],
      prefixes: [
        {
          prefix: "calls",
          quantity: "1000000000000000000.299999",
          count: 3,
          ...none,
          intervals: [
            { start: "2025-01-30", quantity: "0.100000", count: 1, ...none },
            { start: "2025-01-31", quantity: "1000000000000000000.199999", count: 2, ...none },
          ],
        },
        {
          prefix: "storage",
          quantity: "5.000000",
          count: 1,
          ...none,
          intervals: [{ start: "2025-01-31", quantity: "5.000000", count: 1, ...none }],
        },
      ],
      hasMorePrefixes: false,
    });
  });

  it("adds up all prefixes, also those that are not shown", async () => {
    const { story, meter, series } = await aStory();
    const subscription = await story.aSubscription();
    for (const key of ["a:1", "a:2", "b:1"]) {
      await meter(subscription, key, "1", "2025-01-10T00:00:00Z");
    }

    const limited = await series({ ...january, limit: 1 });
    const ofPrefix = await series({ ...january, prefix: "b" });

    expect(limited).toMatchObject({ count: 3, hasMorePrefixes: true });
    expect(limited.prefixes).toMatchObject([{ prefix: "a", count: 2 }]);
    expect(ofPrefix).toMatchObject({ prefix: "b", count: 1, prefixes: [{ prefix: "b" }] });
  });

  it("adds up a subscription, a service, or all services of a seller, and no other's", async () => {
    const { story, meter, series } = await aStory();
    const other = await aStory();
    const first = await story.aSubscription();
    const second = await story.aSubscription();
    const third = await other.story.aSubscription();
    const at = "2025-01-10T00:00:00Z";
    await meter(first, "calls:1", "1", at);
    await meter(second, "calls:1", "2", at);
    await other.meter(third, "calls:1", "4", at);
    const quantityOf = async (query: object) => (await series({ ...january, ...query })).quantity;

    expect(await quantityOf({ subscriptionId: first.id })).toBe("1.000000");
    expect(await quantityOf({ serviceId: second.serviceId })).toBe("2.000000");
    expect(await quantityOf({ serviceId: second.serviceId, subscriptionId: first.id })).toBe(
      "0.000000",
    );
    expect(await quantityOf({})).toBe("3.000000");
    for (const query of [{ subscriptionId: third.id }, { serviceId: third.serviceId }]) {
      const { status } = await story.call("usageEvents.series", { ...january, ...query });
      expect(status).toBe(404);
    }
  });

  it("tells late events: those recorded when their billing period had ended", async () => {
    const { story, meter, series } = await aStory();
    const { clock } = service();
    const plan = { pricingType: "FIXED_RECURRING", billingInterval: "DAY" };
    const subscription = await story.aSubscription(plan);
    const begin = clock.now();
    const hoursLater = (hours: number) =>
      new Date(begin.getTime() + hours * 3_600_000).toISOString();
    await meter(subscription, "calls:before", "8", hoursLater(-24));
    clock.advance(3_600);
    await meter(subscription, "calls:in time", "1", hoursLater(1));
    clock.advance(86_400);
    await meter(subscription, "calls:late", "2", hoursLater(2));
    await meter(subscription, "calls:of the next", "4", hoursLater(24));

    const time = { from: hoursLater(-30), to: hoursLater(30), interval: "hour" };
    const { quantity, lateQuantity, lateCount, prefixes } = await series({
      subscriptionId: subscription.id,
      ...time,
    });

    expect({ quantity, lateQuantity, lateCount }).toEqual({
      quantity: "15.000000",
      lateQuantity: "2.000000",
      lateCount: 1,
    });
    expect(prefixes[0].intervals.map((one: { lateCount: number }) => one.lateCount)).toEqual([
      0, 0, 1, 0,
    ]);
  });

  it("begins days and hours in a time zone, also when its clocks are set back", async () => {
    const { story, meter, series } = await aStory();
    const subscription = await story.aSubscription();
    // Berlin had two hours from 2:00 to 3:00 on 27 October 2024; India is half an hour off.
    const times = [
      "2024-10-26T21:59:59Z",
      "2024-10-26T22:00:00Z",
      "2024-10-27T00:30:00Z",
      "2024-10-27T01:30:00Z",
      "2024-10-27T22:59:59Z",
      "2024-10-27T23:00:00Z",
    ];
    for (const at of times) await meter(subscription, `calls:${at}`, "1", at);
    const time = { from: "2024-10-26T00:00:00Z", to: "2024-10-29T00:00:00Z" };
    const starts = async (query: object) => {
      const { intervals } = await series({ ...time, ...query });
      return intervals.map(({ start, count }: { start: string; count: number }) => [start, count]);
    };

    expect(await starts({ timeZone: "Europe/Berlin" })).toEqual([
      ["2024-10-26", 1],
      ["2024-10-27", 4],
      ["2024-10-28", 1],
    ]);
    expect(await starts({ timeZone: "Europe/Berlin", interval: "hour" })).toEqual([
      ["2024-10-26T21:00:00.000Z", 1],
      ["2024-10-26T22:00:00.000Z", 1],
      ["2024-10-27T00:00:00.000Z", 1],
      ["2024-10-27T01:00:00.000Z", 1],
      ["2024-10-27T22:00:00.000Z", 1],
      ["2024-10-27T23:00:00.000Z", 1],
    ]);
    const inIndia = await starts({ timeZone: "Asia/Kolkata", interval: "hour" });
    expect(inIndia.slice(0, 2)).toEqual([
      ["2024-10-26T21:30:00.000Z", 2],
      ["2024-10-27T00:30:00.000Z", 1],
    ]);
  });

  it("accepts as many buckets as one response may have", () =>
    forRows(
      [
        ["a month of 745 hours", "2025-09-30T22:00:00Z", "2025-10-31T23:00:00Z", "hour"],
        [
          "31 times 24 hours, in which clocks are set forward",
          "2025-02-28T23:00:00Z",
          "2025-03-31T23:00:00Z",
          "hour",
        ],
        [
          "366 days in which clocks are set back twice",
          "2024-10-26T22:00:00Z",
          "2025-10-27T23:00:00Z",
          "day",
        ],
      ],
      async (_, from, to, interval) => {
        const { series } = await aStory();
        const time = { from, to, interval, timeZone: "Europe/Berlin" };
        expect(await series(time)).toMatchObject({ count: 0, intervals: [] });
      },
    ));

  const tooLong =
    "to must not be before from, and at most 31 days after it for an interval of hour and 366 days for day.";
  it("has hours that do not overlap where clocks are changed by half an hour", () =>
    forRows(
      [
        ["2026-04-04T14:00:00Z", ["14:00", "15:00", "15:30", "16:30"]],
        ["2026-10-03T14:30:00Z", ["14:30", "15:30", "16:00", "17:00"]],
      ],
      async (from, hours) => {
        const { story, meter, series } = await aStory();
        const subscription = await story.aSubscription();
        const day = from.slice(0, 10);
        for (let minute = 0; minute < 180; minute += 15) {
          const at = new Date(Date.parse(from) + minute * 60_000).toISOString();
          await meter(subscription, `calls:${minute}`, "1", at);
        }
        const { intervals } = await series({
          ...{ from, to: `${day}T20:00:00Z`, interval: "hour", timeZone: "Australia/Lord_Howe" },
        });
        expect(intervals.map(({ start }: { start: string }) => start)).toEqual(
          hours.map((hour) => `${day}T${hour}:00.000Z`),
        );
        expect(intervals.map(({ count }: { count: number }) => count).slice(0, 3)).toEqual([
          4, 2, 4,
        ]);
      },
    ));

  it("of no time has no usage", async () => {
    const { series } = await aStory();
    const at = { from: january.from, to: january.from };
    expect(await series(at)).toMatchObject({ count: 0, intervals: [], prefixes: [] });
  });

  it("refuses a query that breaks a rule", () =>
    forRows(
      [
        [{ to: january.to }, "from is required."],
        [{ from: january.to, to: january.from }, tooLong],
        [{ ...january, to: "2026-01-02T00:00:00.001Z" }, tooLong],
        [{ ...january, to: "2025-02-01T00:00:00.001Z", interval: "hour" }, tooLong],
        [
          {
            from: "2025-09-30T22:00:00Z",
            to: "2025-10-31T23:00:00.001Z",
            timeZone: "Europe/Berlin",
            interval: "hour",
          },
          tooLong,
        ],
        [{ ...january, interval: "week" }, "interval must be one of: hour, day."],
        [
          { ...january, timeZone: "CET" },
          "timeZone must be UTC or a time zone such as Europe/Berlin.",
        ],
        [
          { ...january, timeZone: "Mars/Olympus_Mons" },
          "timeZone must be UTC or a time zone such as Europe/Berlin.",
        ],
        [{ ...january, limit: "21" }, "limit must be a whole number from 1 to 20."],
      ],
      async (query, error) => {
        expect(await new Story(restDoor, service).refusal("usageEvents.series", query)).toBe(
          `400 ${error}`,
        );
      },
    ));
});

it("an event is late exactly if its period had ended, wherever the periods of its plan begin", () =>
  forRows(["NONE", "DAY", "WEEK", "MONTH"] as const, async (billingInterval) => {
    const story = new Story(restDoor, service, await aSeller(service));
    const subscription = await story.aSubscription({ billingInterval });
    const anchor = new Date("2024-01-31T10:20:30.400Z");
    const { db } = service().parts;
    await db.subscription.update({
      where: { id: subscription.id },
      data: { billingAnchor: anchor },
    });
    const { ownerId } = await db.service.findUniqueOrThrow({
      where: { id: subscription.serviceId },
    });
    // Events around every boundary of a year, each recorded around a later boundary.
    await sql(
      service().databaseUrl,
      `INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, event_key,
                                 quantity, occurred_at, created_at)
       SELECT left(md5($3 || i || '.' || j), 24), $1, $2, $3, $4, 'calls:' || i || '.' || j, 1,
              edge + (j % 5 - 2) * interval '1 millisecond',
              edge + (j % 5 - 2 + j / 5) * interval '1 millisecond'
                   + (CASE j % 3 WHEN 0 THEN interval '0' WHEN 1 THEN interval '1 day' ELSE interval '28 days' END)
         FROM (SELECT i, CASE i % 3 WHEN 0 THEN timestamptz '2024-01-31T10:20:30.400Z' + i * interval '1 day'
                         ELSE (timestamp '2024-01-31T10:20:30.400' + i / 12 * interval '1 month') AT TIME ZONE 'UTC' END AS edge
                 FROM generate_series(-20, 300) AS i) AS edges,
              generate_series(0, 14) AS j`,
      [subscription.serviceId, ownerId, subscription.id, subscription.userId],
    );
    const events = await db.usageEvent.findMany({ where: { subscriptionId: subscription.id } });
    const from = new Date("2024-01-01T00:00:00.000Z");
    const to = new Date("2024-12-31T00:00:00.000Z");

    const query = {
      subscriptionId: subscription.id,
      interval: "day",
      timeZone: "UTC",
      limit: 1,
    } as const;
    const { count, lateCount } = await sumSeries(db, null, { ...query, from, to });

    const within = events.filter(({ occurredAt: at }) => at >= from && at < to);
    const late = within.filter(({ occurredAt, createdAt }) => {
      const end = nextBoundary(billingInterval, anchor, occurredAt);
      return occurredAt >= anchor && end !== null && createdAt >= end;
    });
    expect({ count, lateCount }).toEqual({ count: within.length, lateCount: late.length });
    expect(late.length > 0).toBe(billingInterval !== "NONE");
  }));

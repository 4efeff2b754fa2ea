import type { Client } from "pg";
import { expect, it } from "vitest";
import { readInvariants } from "../../src/cli/ledger/verify-tables.ts";
import { inSnapshot, openDatabase, type Queryable } from "../../src/db/client.ts";
import { openPool } from "../../src/db/pool.ts";
import { type Clock, systemClock } from "../../src/kit/clock.ts";
import { unitsOfText } from "../../src/kit/money.ts";
import { nextBoundary } from "../../src/subscriptions/periods.ts";
import { makeRoots } from "../../src/usage/roots/make-roots.ts";
import { type SeriesQuery, sumSeries } from "../../src/usage/series-store.ts";
import { addUpUsage } from "../../src/usage/stored-sums/add-up-usage.ts";
import { findProgress } from "../../src/usage/stored-sums/sources.ts";
import { sumUsage } from "../../src/usage/sum-store.ts";
import { addUpAll } from "../harness/add-up-all.ts";
import { onCitus, sql } from "../harness/database.ts";
import { aClient, insertEvent } from "../harness/direct-events.ts";
import { restDoor } from "../harness/doors.ts";
import { forRows } from "../harness/for-rows.ts";
import { makeAllRoots } from "../harness/make-roots.ts";
import { useService } from "../harness/service.ts";
import { Story } from "../harness/story.ts";
import { type Random, randomFrom } from "../soak/random.ts";

const service = useService();
const story = new Story(restDoor, service);
const db = () => service().parts.db;

interface Subscription {
  readonly id: string;
  readonly serviceId: string;
  readonly userId: string;
}

const zones = [
  "UTC",
  "Europe/Berlin",
  "Asia/Kathmandu", // a quarter of an hour
  "Australia/Lord_Howe", // half an hour in summer
  "America/St_Johns", // clocks were set back a minute past midnight until 2011
  "Africa/Monrovia", // until 1972 not even whole minutes
];
/** Around when something happened in one of these zones. */
const moments = [
  "2026-03-29T01:00:00.000Z",
  "2026-04-04T15:00:00.000Z",
  "2005-10-30T02:31:00.000Z",
  "1972-01-07T00:44:30.000Z",
].map((time) => Date.parse(time));
const prefixes = ["calls", "storage", "tokens"];

it.skipIf(onCitus)(
  "every sum and every root is that of the events, while they are recorded, voided and read, and reading is killed",
  () =>
    forRows([1, 2], async (seed) => {
      const random = randomFrom(seed);
      const story = new Story(restDoor, service);
      const subscriptions: Subscription[] = [];
      for (const billingInterval of ["DAY", "WEEK", "MONTH", "NONE"]) {
        const subscription = await story.aSubscription({ billingInterval });
        subscriptions.push(subscription);
        const billingAnchor = new Date("2004-01-31T10:20:30.400Z");
        await db().subscription.update({ where: { id: subscription.id }, data: { billingAnchor } });
      }
      const { ownerId } = await db().service.findUniqueOrThrow({
        where: { id: subscriptions[0]?.serviceId ?? "" },
      });
      let isOver = false;
      let stored = 0;
      const background = [
        writeDirectly(random.fork(), subscriptions, () => isOver),
        writeDirectly(random.fork(), subscriptions, () => isOver),
        readAndDie(random.fork(), () => isOver),
        readAndDie(random.fork(), () => isOver),
      ];

      const check = async () => {
        const query = aQuery(random, subscriptions);
        const tenant = random.oneOf([null, ownerId]);
        await inSnapshot(db(), async (tx) => {
          if ((await findProgress(tx)) !== null) stored += 1;
          const events = await eventsOf(tx, tenant, query);
          expect(flat(await sumSeries(tx, tenant, query)), JSON.stringify(query)).toEqual(
            naive(events),
          );
        });
      };
      try {
        for (let round = 0; round < 20; round += 1) {
          await sendOrVoid(random, subscriptions);
          await check();
          await checkSummary(random, subscriptions);
          if (round % 10 === 0) await expectVerified();
        }
      } finally {
        isOver = true;
        await Promise.all(background);
      }
      await addUpAll(service());
      await makeAllRoots(service());
      for (let round = 0; round < 20; round += 1) {
        await check();
        await checkSummary(random, subscriptions);
      }
      await expectVerified();
      expect(stored).toBeGreaterThan(10);
      expect(await db().usageRoot.count()).toBeGreaterThan(30);
      expect(await db().usageRootRequest.count()).toBe(0);
    }),
);

/** The stored sums and the roots are those of the changes up to their progress, as verify-ledger computes them. */
async function expectVerified() {
  const invariants = readInvariants().filter(({ holds }) => /sums of usage|usage root/.test(holds));
  expect(invariants).toHaveLength(2);
  for (const invariant of invariants) {
    expect(await sql(service().databaseUrl, invariant.sql)).toEqual([]);
  }
}

/** A clock by which enough time has passed for the next roots of all subscriptions. */
const inHours = (hours: number): Clock => ({
  ...systemClock,
  now: () => new Date(Date.now() + hours * 3_600_000),
});

/** An event around an interesting moment, recorded soon or much later. */
function anEvent(random: Random) {
  const occurred = random.oneOf(moments) + random.integer(-90_000, 90_000) * 1_000;
  const recorded = occurred + random.oneOf([0, 3_600_000, 90_000_000, 3_000_000_000]);
  return {
    eventKey: `${random.oneOf(prefixes)}:${random.integer(0, 0xffffffff)}`,
    quantity: `${random.integer(0, 999)}.${random.integer(0, 999_999)}`,
    occurredAt: new Date(occurred - (occurred % 1_000) + random.oneOf([0, 1, 999])).toISOString(),
    createdAt: new Date(recorded).toISOString(),
  };
}

/** Writes in transactions of different lengths, some of which are rolled back. */
async function writeDirectly(
  random: Random,
  subscriptions: readonly Subscription[],
  isOver: () => boolean,
) {
  const client = await aClient(service());
  while (!isOver()) {
    await client.query("BEGIN");
    for (let count = random.integer(1, 6); count > 0; count -= 1) {
      const { eventKey, quantity, occurredAt, createdAt } = anEvent(random);
      const { id } = random.oneOf(subscriptions);
      const values = [id, eventKey, quantity, occurredAt, createdAt];
      await client.query(`${insertEvent} ON CONFLICT DO NOTHING`, values);
      await client.query("SELECT pg_sleep($1::float8 / 1000)", [random.integer(0, 5)]);
    }
    if (random.chance(0.3)) await requestRoot(client, random.oneOf(subscriptions).id);
    await client.query(random.chance(0.1) ? "ROLLBACK" : "COMMIT");
  }
}

/** Does what making a bill does. */
const requestRoot = (client: Client, subscriptionId: string) =>
  client.query(
    "INSERT INTO usage_root_requests (invoice_id, subscription_id) VALUES (gen_random_uuid(), $1)",
    [subscriptionId],
  );

/** Adds up a few events at a time, or makes roots of them, over a connection that is killed again and again. */
async function readAndDie(random: Random, isOver: () => boolean) {
  const pool = openPool(service().databaseUrl, 1);
  pool.on("error", () => {});
  const own = openDatabase(pool);
  const killer = await aClient(service());
  let hours = 0;
  const runAndDie = async () => {
    const { rows } = await pool.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    const afterMs = random.integer(0, 15);
    const dying = random.chance(0.3)
      ? killer.query("SELECT pg_sleep($1::float8 / 1000), pg_terminate_backend($2)", [
          afterMs,
          rows[0]?.pid,
        ])
      : undefined;
    const max = random.integer(1, 20);
    hours += random.integer(0, 1);
    const work = random.chance(0.5)
      ? addUpUsage({ db: own }, max)
      : makeRoots({ db: own, clock: inHours(hours) }, max);
    await Promise.allSettled([work, dying]);
  };
  while (!isOver()) await runAndDie().catch(() => {}); // it was killed between two queries
  await own.$disconnect();
  await pool.end();
}

async function sendOrVoid(random: Random, subscriptions: readonly Subscription[]) {
  const of = random.oneOf(subscriptions);
  const { eventKey, quantity, occurredAt } = anEvent(random);
  const usageEvent = await story.aUsageEvent(of, { eventKey, quantity, occurredAt });
  if (random.chance(0.5)) return;
  const [event] = await sql(
    service().databaseUrl,
    `SELECT id FROM usage_events e WHERE subscription_id = $1
        AND NOT EXISTS (SELECT FROM usage_event_voids v WHERE v.usage_event_id = e.id)
      ORDER BY md5(id || $2) LIMIT 1`,
    [of.id, usageEvent.id],
  );
  const replacement = random.chance(0.5) ? undefined : anEvent(random);
  await story.done("usageEvents.void", {
    usageEventId: String(event?.id),
    reason: "Counted twice",
    ...(replacement && {
      replacement: {
        eventKey: replacement.eventKey,
        quantity: replacement.quantity,
        occurredAt: replacement.occurredAt,
      },
    }),
  });
}

function aQuery(random: Random, subscriptions: readonly Subscription[]): SeriesQuery {
  const interval = random.oneOf(["hour", "day"] as const);
  const around = random.oneOf(moments);
  const round = random.oneOf([1_000, 900_000, 3_600_000]);
  const some = (days: number) => {
    const time = around + random.integer(-days * 1_440, days * 1_440) * 60_000;
    return new Date(time - (time % round));
  };
  const from = some(2);
  const of = random.oneOf(subscriptions);
  return {
    interval,
    timeZone: random.oneOf(zones),
    from,
    to: new Date(Math.max(from.getTime() + 1, some(2).getTime())),
    limit: 20,
    ...(random.chance(0.4) && { serviceId: of.serviceId }),
    ...(random.chance(0.4) && { subscriptionId: of.id }),
    ...(random.chance(0.2) && { prefix: random.oneOf(prefixes) }),
  };
}

interface Event {
  readonly prefix: string;
  readonly start: string;
  readonly quantity: string;
  readonly isLate: boolean;
}

/** The events of a query that are not voided, each by itself. */
async function eventsOf(
  tx: Queryable,
  tenant: string | null,
  { subscriptionId, serviceId, prefix, from, to, interval, timeZone }: SeriesQuery,
): Promise<Event[]> {
  const start =
    interval === "day"
      ? `to_char(occurred_at AT TIME ZONE $7, 'YYYY-MM-DD')`
      : `to_char(date_trunc('hour', occurred_at, $7) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const events = await tx.$queryRawUnsafe<
    {
      key: string;
      start: string;
      quantity: string;
      occurredAt: Date;
      createdAt: Date;
      billingInterval: "DAY" | "WEEK" | "MONTH" | "NONE";
      anchor: Date;
    }[]
  >(
    `SELECT event_key AS key, ${start} AS start, quantity::text, occurred_at AS "occurredAt", e.created_at AS "createdAt",
            billing_interval::text AS "billingInterval", billing_anchor AS anchor
       FROM usage_events e JOIN subscriptions s ON s.id = e.subscription_id
       JOIN payment_plans p ON p.id = s.payment_plan_id
      WHERE ($1::text IS NULL OR e.subscription_id = $1) AND ($2::text IS NULL OR e.service_id = $2)
        AND ($3::text IS NULL OR e.owner_id = $3) AND ($4::text IS NULL OR split_part(event_key, ':', 1) = $4)
        AND occurred_at >= $5 AND occurred_at < $6
        AND NOT EXISTS (SELECT FROM usage_event_voids v WHERE v.usage_event_id = e.id)`,
    subscriptionId ?? null,
    serviceId ?? null,
    tenant,
    prefix ?? null,
    from,
    to,
    timeZone,
  );
  return events.map(({ key, start, quantity, occurredAt, createdAt, billingInterval, anchor }) => {
    const end = nextBoundary(billingInterval, anchor, occurredAt);
    const isLate = occurredAt >= anchor && end !== null && createdAt >= end;
    return { prefix: key.split(":")[0] ?? "", start, quantity, isLate };
  });
}

/** Sums by "prefix start", where * is all of them. */
function naive(events: readonly Event[]) {
  const sums = new Map<string, [bigint, number, bigint, number]>([["* *", [0n, 0, 0n, 0]]]);
  for (const { prefix, start, quantity, isLate } of events) {
    for (const key of ["* *", `* ${start}`, `${prefix} *`, `${prefix} ${start}`]) {
      const sum = sums.get(key) ?? [0n, 0, 0n, 0];
      const units = unitsOfText(quantity);
      sum[0] += units;
      sum[1] += 1;
      if (isLate) {
        sum[2] += units;
        sum[3] += 1;
      }
      sums.set(key, sum);
    }
  }
  return Object.fromEntries(sums);
}

type Sums = Awaited<ReturnType<typeof sumSeries>>;

function flat({ prefixes: all, ...whole }: Sums) {
  const sumOf = ({
    quantity,
    count,
    lateQuantity,
    lateCount,
  }: Sums["intervals"][number] | Sums) => [
    unitsOfText(quantity.toFixed(6)),
    count,
    unitsOfText(lateQuantity.toFixed(6)),
    lateCount,
  ];
  return Object.fromEntries(
    [{ prefix: "*", ...whole }, ...all].flatMap((one) => [
      [`${one.prefix} *`, sumOf({ ...whole, ...one, prefixes: [] })],
      ...one.intervals.map((sum) => [`${one.prefix} ${sum.start}`, sumOf(sum)]),
    ]),
  );
}

async function checkSummary(random: Random, subscriptions: readonly Subscription[]) {
  const { id: subscriptionId } = random.oneOf(subscriptions);
  const groupBy = random.oneOf([undefined, "prefix", "day", "eventKey"] as const);
  const { from, to } = aQuery(random, subscriptions);
  const period = {
    subscriptionId,
    ...(random.chance(0.7) && { from }),
    ...(random.chance(0.7) && { to }),
  };
  await inSnapshot(db(), async (tx) => {
    const { total, groups } = await sumUsage(tx, { ...period, groupBy, limit: 100_000 });
    const events = await eventsOf(tx, null, {
      from: new Date(-8.64e12),
      to: new Date(8.64e12),
      ...period,
      interval: "day",
      timeZone: "UTC",
      limit: 1,
    });
    const sums = naive(events);
    expect([unitsOfText(total.quantity.toFixed(6)), total.count]).toEqual(sums["* *"]?.slice(0, 2));
    if (groupBy === undefined || groupBy === "eventKey") return;
    const expected = Object.entries(sums).flatMap(([key, [quantity, count]]) => {
      const [prefix = "", start = ""] = key.split(" ");
      const [own, other] = groupBy === "prefix" ? [prefix, start] : [start, prefix];
      return own !== "*" && other === "*" ? [[own, quantity, count]] : [];
    });
    expect(
      groups.map(({ key, quantity, count }) => [key, unitsOfText(quantity.toFixed(6)), count]),
    ).toEqual(expected.sort(([one = ""], [other = ""]) => (one < other ? -1 : 1)));
  });
}

import { beforeAll, describe, expect, it } from "vitest";
import { findPlanPage } from "../../src/catalog/plans/store.ts";
import { findCardInEffect, findRateCards } from "../../src/catalog/rate-cards/store.ts";
import { openDatabase, type Queryable } from "../../src/db/client.ts";
import { openPool } from "../../src/db/pool.ts";
import { attentionKinds, findAttention, maxLooked } from "../../src/explain/attention-store.ts";
import { sumByDay } from "../../src/invoices/reports/settled-report.ts";
import { findInvoicesPastDue, findInvoicesToCollect } from "../../src/invoices/store.ts";
import { systemClock } from "../../src/kit/clock.ts";
import type { PageRequest } from "../../src/kit/lists.ts";
import type { Tenant } from "../../src/kit/tenant.ts";
import { findSessionsToExpire } from "../../src/pages/checkout-sessions/store.ts";
import { findSubscriptionsToRenew } from "../../src/subscriptions/store.ts";
import { findSubscriber, searchSubscribers } from "../../src/subscriptions/subscribers/store.ts";
import {
  type MeasuredUsage,
  measureUsage,
  readBilledEvents,
} from "../../src/usage/measure-usage.ts";
import { makeRoots } from "../../src/usage/roots/make-roots.ts";
import { findChanges, findLastRoot, findRootsOfEvents } from "../../src/usage/roots/store.ts";
import { sumSeries } from "../../src/usage/series-store.ts";
import { findUsageEvents } from "../../src/usage/store.ts";
import { addUpUsage } from "../../src/usage/stored-sums/add-up-usage.ts";
import { sumUsage } from "../../src/usage/sum-store.ts";
import { newDatabase } from "../harness/database.ts";
import { explained, type Node, nodesOf } from "./explained.ts";
import { type List, lists } from "./lists.ts";
import {
  bigOne,
  bigSeller,
  busyPayer,
  insertMillions,
  momentAt,
  smallOne,
  smallPayer,
  smallSeller,
  someoneElses,
} from "./million-rows.ts";

/*
 * Postgres's query plans of the list statements, for each list and filter at a million rows: a page reads its own
 * rows from an index, wherever it begins. If it is read through other rows, it reads as many rows of each of them.
 */

const limit = 20;
const seller = bigSeller;
let url: string;
let db: Queryable;

beforeAll(async () => {
  const plain = await newDatabase();
  await insertMillions(plain);
  // Postgres's default costs are those of spinning disks; on others a page costs the same everywhere.
  const options = "-c random_page_cost=1.1 -c max_parallel_workers_per_gather=0";
  url = `${plain}?options=${encodeURIComponent(options)}`;
  const pool = openPool(url, 2);
  db = openDatabase(pool);
  return () => pool.end();
}, 600_000);

const both: readonly Tenant[] = [null, seller];

/** The plan of the one statement of some work. */
async function planOf(...work: [Parameters<typeof explained>[1], { loads: true }?]): Promise<Node> {
  const [root, ...others] = await explained(url, ...work);
  if (root === undefined || others.length > 0) throw new Error("It must be one statement.");
  return root;
}
const cases = Object.entries(lists).flatMap(
  ([name, { list, filters, unfilteredOf = both, also = [] }]) =>
    [
      ...also,
      { filter: {}, tenants: unfilteredOf },
      ...Object.entries(filters).flatMap(([filter, values]) =>
        values.map((value) => ({ filter: { [filter]: value }, tenants: both })),
      ),
    ].map((of) => ({ name: `${name} by ${JSON.stringify(of.filter)}`, list, ...of })),
);

/** Lists of usage events that are read through a few other rows, and the number of these. */
const throughOthers: readonly (readonly [string, Tenant, object, number])[] = [
  ["of a seller, through its services", smallSeller, {}, 8],
  ["of a user, through its subscriptions", null, { userId: smallPayer }, 8],
  ["of a seller's user", smallSeller, { userId: smallPayer }, 4],
  ["of a service's user", null, { userId: smallPayer, serviceId: smallOne }, 1],
  ["of a user of a seller's service", smallSeller, { userId: smallPayer, serviceId: smallOne }, 1],
];

/** Filtered by a user too, these have an index. */
const besidesUser: readonly object[] = [
  { userId: busyPayer, subscriptionId: bigOne },
  { userId: busyPayer, invoiceId: bigOne },
];

const pages: readonly (readonly [string, Partial<PageRequest>])[] = [
  ["the first page", {}],
  ["a page in the middle", { cursor: { createdAt: momentAt(0.5), id: "m" } }],
  ["a page of a period", { from: momentAt(0.2), to: momentAt(0.4) }],
  [
    "a page in the middle of a period",
    { from: momentAt(0.2), to: momentAt(0.4), cursor: { createdAt: momentAt(0.3), id: "m" } },
  ],
];

describe.each(cases)("$name", ({ list, filter, tenants }) => {
  it.each(pages)(
    "%s reads one range of an index, for the platform and for a seller",
    async (_, page) => {
      for (const tenant of tenants) {
        expectNoMoreThanItsRows(
          await planOf((explaining) => list(explaining, tenant, { ...filter, ...page, limit })),
        );
      }
    },
  );
});

describe.each(throughOthers)("usage-events: %s", (_, tenant, filter, others) => {
  it.each(pages)("%s reads one range of an index for each of these", async (__, page) => {
    const root = await planOf((explaining) =>
      (findUsageEvents as List)(explaining, tenant, { ...filter, ...page, limit }),
    );
    expectAPageOfEach(root, others);
  });
});

describe.each(besidesUser)("usage-events by %j", (filter) => {
  it.each(pages)("%s reads one range of an index", async (_, page) => {
    for (const tenant of both) {
      const root = await planOf((explaining) =>
        (findUsageEvents as List)(explaining, tenant, { ...filter, ...page, limit }),
      );
      expectNoMoreThanItsRows(root);
    }
  });
});

describe.each([
  { of: "invoices past due", find: findInvoicesPastDue },
  { of: "invoices to collect", find: findInvoicesToCollect },
  { of: "subscriptions", find: findSubscriptionsToRenew },
  { of: "checkout sessions", find: findSessionsToExpire },
])("due $of", ({ find }) => {
  it.each([
    ["the first page", null],
    ["a page in the middle", { dueAt: momentAt(0.5), id: "m" }],
  ])("%s reads one range of an index", async (_, after) => {
    let found = 0;
    const root = await planOf(async (explaining) => {
      found = (
        await find({ db: explaining, tenant: null, now: momentAt(0.9), testClockId: null }, after)
      ).length;
    });
    const page = withoutTestClocks(root);
    expect(nodesOf(page).map((node) => node["Node Type"])).toEqual(["Limit", expect.anything()]);
    expectIndexScansOf(page, found);
  });
});

/** The services on test clocks are read first; there are none here. */
function withoutTestClocks({ Plans = [], ...node }: Node): Node {
  const others = Plans.filter((one) => one["Relation Name"] !== "services_on_test_clocks");
  return { ...node, Plans: others.map(withoutTestClocks) };
}

it("the plans of a service read one range of an index", async () => {
  expectNoMoreThanItsRows(
    await planOf((explaining) => findPlanPage(explaining, seller, { serviceId: bigOne, limit })),
  );
});

it("a filter by another seller's record costs nothing and finds nothing", async () => {
  const root = await planOf((explaining) =>
    (findUsageEvents as List)(explaining, seller, { serviceId: someoneElses, limit }),
  );
  const scans = nodesOf(root).filter((node) => node["Relation Name"] === "usage_events");
  expect(scans.length).toBeGreaterThan(0);
  for (const node of scans) expect(node["Actual Loops"]).toBe(0);
});

it.each([
  ["by e-mail address", `pat${bigOne.slice(0, 4)}`, {}],
  ["in the middle by e-mail address", "pat", { by: "email", key: "pat1", id: "1" }],
  ["by id", bigOne.slice(0, 4), {}],
  ["in the middle by id", bigOne.slice(0, 4), { by: "id", key: "", id: bigOne }],
] as const)(
  "a search for subscribers %s reads one range of an index",
  async (_, search, cursor) => {
    for (const tenant of both) {
      const query = { search, limit, ...("by" in cursor && { cursor }) };
      const root = await planOf((explaining) =>
        searchSubscribers({ db: explaining, tenant, now: momentAt(1) }, query),
      );
      expectIndexScansOf(root, 2 * (limit + 1));
      expect(JSON.stringify(root)).not.toMatch(/"Rows Removed by Filter":[1-9]/);
    }
  },
);

describe("what needs attention", () => {
  beforeAll(async () => {
    await db.$executeRaw`
      INSERT INTO spending_caps (id, checkout_session_id, payer_address, merchant_address, token_address, chain_id,
                                 collector_address, per_charge, per_period, total, period_seconds, start, valid_until,
                                 rate_card_hashes, signature, created_at)
      SELECT id, checkout_session_id, '', '', '', 1, '', 1, 1, 1, 0, 0, 1, '{}', '', created_at
        FROM subscriptions WHERE id::int % 5 = 0`;
    await db.$executeRaw`ANALYZE spending_caps`;
  });

  it.each(attentionKinds)("%s is found among the newest records", async (kind) => {
    for (const tenant of both) {
      const root = await planOf((explaining) =>
        findAttention(explaining, tenant, kind, { now: momentAt(0.9) }),
      );
      // What is looked at, and for each of it a few records that belong to it.
      expectIndexScansOf(root, 6 * maxLooked);
    }
  });
});

it("the counts of a busy subscriber read a bounded part of an index each", async () => {
  await db.$executeRaw`
    INSERT INTO subscribers (tenant, id, email_key, created_at)
    VALUES ('', ${busyPayer}, 'busy@example.com', ${momentAt(0)}), (${seller}, ${busyPayer}, 'busy@example.com', ${momentAt(0)})`;
  for (const tenant of both) {
    let counts: unknown;
    const root = await planOf(
      async (explaining) => {
        counts = await findSubscriber({ db: explaining, tenant, now: momentAt(0) }, busyPayer);
      },
      { loads: true },
    );
    expect(counts).toMatchObject({
      subscriptionCount: 1_000,
      openInvoiceCount: expect.any(Number),
    });
    expectIndexScansOf(root, 2_100);
  }
});

it.each([
  ["a subscription's by day", { subscriptionId: bigOne }, "day", [null, seller]],
  ["a subscription's by hour", { subscriptionId: bigOne }, "hour", [null, seller]],
  ["a service's", { serviceId: bigOne }, "day", [null, seller]],
  ["a seller's", {}, "day", [seller, smallSeller]],
] as const)(
  "a series of usage, %s, reads the events of its time from one index",
  async (_, of, interval, tenants) => {
    const [from, to] = [momentAt(0.5), momentAt(0.6)];
    for (const tenant of tenants) {
      let count = 0;
      const query = { ...of, interval, timeZone: "UTC", from, to, limit: 6 };
      const root = (
        await explained(url, async (explaining) => {
          ({ count } = await sumSeries(explaining, tenant, query));
        })
      ).at(-1);
      const scans = nodesOf(root).filter((node) => node["Relation Name"] === "usage_events");
      expect(scans.map((node) => node["Index Name"])).toEqual(["usage_events_by_time"]);
      expect(scans.map((node) => node["Node Type"])).toEqual(["Index Only Scan"]);
      const read = scans.map((node) => Math.round(node["Actual Rows"] * node["Actual Loops"]));
      expect(count).toBeGreaterThan(0);
      expect(read).toEqual([count]);
      expect(JSON.stringify(scans)).not.toMatch(/"Rows Removed by Filter":[1-9]/);
    }
  },
);

it("a page of what a root contains reads its rows from an index, also in the middle", async () => {
  const [{ first, last } = { first: null, last: null }] = await db.$queryRaw<
    { first: Date; last: Date }[]
  >`SELECT min(created_at) AS first, max(created_at) AS last FROM usage_events WHERE subscription_id = ${bigOne}`;
  await db.$executeRaw`
    INSERT INTO usage_roots (subscription_id, number, event_count, void_count, changes_hash, root, first_recorded_at,
                             last_recorded_at, through, created_at)
    SELECT ${bigOne}, i, 20000, 0, '', '', CASE WHEN i = 1 THEN ${first}::timestamptz END,
           CASE WHEN i = 1 THEN ${last}::timestamptz END, (pg_current_xact_id()::text::int + i)::text::xid8, ${last}
      FROM generate_series(1, 100) AS i`;
  const at = { root: 1, isVoid: false, usageEventId: "m" };
  for (const cursor of [undefined, { ...at, recordedAt: momentAt(0.5) }]) {
    let found = 0;
    const plans = await explained(url, async (explaining) => {
      const changes = await findChanges(explaining, bigOne, { after: 0, cursor, limit });
      found = changes.length;
    });
    expect(found).toBe(limit);
    const scans = plans.flatMap(nodesOf).filter((node) => node["Relation Name"] === "usage_events");
    expect(scans.map((node) => node["Index Name"])).toEqual([
      "usage_events_subscription_id_created_at_id_idx",
    ]);
    for (const node of scans) {
      expect(node["Actual Rows"] * node["Actual Loops"]).toBeLessThanOrEqual(limit);
      expect(node["Rows Removed by Filter"] ?? 0).toBe(0);
    }
  }
});

it("a root of a subscription is found from an index, however many there are", async () => {
  await db.$executeRaw`
    INSERT INTO usage_roots (subscription_id, number, event_count, void_count, changes_hash, root, through, created_at)
    SELECT i / 50, i % 50, 1, 0, '', '', '1', now() FROM generate_series(1, 200000) AS i
    ON CONFLICT DO NOTHING`;
  await db.$executeRaw`ANALYZE usage_roots`;
  await db.$executeRaw`
    UPDATE usage_events SET transaction_id = pg_current_xact_id()
     WHERE id IN (SELECT id FROM usage_events ORDER BY created_at DESC LIMIT 10000)`;
  await db.$executeRaw`
    UPDATE usage_roots_progress
       SET through = ((SELECT max(transaction_id::text::bigint) FROM usage_events) - 1)::text::xid8`;
  const plans = await explained(url, (explaining) =>
    makeRoots({ db: explaining, clock: systemClock }, 1_000),
  );
  const scans = plans.flatMap(nodesOf).filter((node) => node["Relation Name"] === "usage_roots");
  expect(scans.length).toBeGreaterThan(1);
  for (const node of scans.filter((one) => one["Node Type"] !== "ModifyTable")) {
    expect(node["Node Type"]).toMatch(/Index/);
  }
}, 120_000);

it("the roots of a page of a bill, and the last that its link shows, are each found from an index", async () => {
  await db.$executeRaw`
    INSERT INTO usage_roots (subscription_id, number, event_count, void_count, changes_hash, root, through, created_at)
    SELECT CASE one WHEN 0 THEN ${bigOne} ELSE 'other' || one END, 100 + i, 1, 0, '', '',
           (pg_current_xact_id()::text::bigint + i)::text::xid8, now()
      FROM generate_series(1, 10000) AS i, generate_series(0, 20) AS one`;
  await db.$executeRaw`ANALYZE usage_roots`;
  const events = await db.$queryRaw<{ eventKey: string }[]>`
    SELECT event_key AS "eventKey" FROM usage_events WHERE subscription_id = ${bigOne} LIMIT 1000`;
  const [{ snapshot } = { snapshot: "" }] = await db.$queryRaw<{ snapshot: string }[]>`
    SELECT pg_current_snapshot()::text AS snapshot`;
  let numbers: ReadonlyMap<string, number> = new Map();
  const plans = await explained(url, async (explaining) => {
    numbers = await findRootsOfEvents(explaining, bigOne, events);
    await findLastRoot(explaining, bigOne, [snapshot]);
  });
  expect([numbers.size, new Set(numbers.values()).size]).toEqual([1_000, 1]);
  const read = plans.flatMap(nodesOf);
  expect(read.filter((node) => node["Relation Name"] === "usage_events")).toMatchObject([
    { "Index Name": "usage_events_subscription_id_event_key_key" },
  ]);
  const roots = read.filter((node) => node["Relation Name"] === "usage_roots");
  expect(roots.map((node) => [node["Index Name"], node["Actual Rows"]])).toEqual(
    [1, 2].map(() => ["usage_roots_subscription_id_through_idx", 1]),
  );
  expect(roots.map((node) => node["Rows Removed by Filter"] ?? 0)).toEqual([0, 0]);
});

describe("once usage is added up", () => {
  const behind = 7;
  const [from, to] = [new Date("2020-01-10T00:00:00.000Z"), new Date("2020-02-09T00:00:00.000Z")];
  const quarters = 30 * 96;

  beforeAll(async () => {
    await db.$executeRaw`
      UPDATE usage_sums_progress SET older_are_added = true,
             through = (SELECT transaction_id FROM usage_events ORDER BY transaction_id DESC LIMIT 1)`;
    await db.$executeRaw`
      INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, event_key,
                                quantity, occurred_at, created_at)
      SELECT 'behind' || i, ${bigOne}, ${seller}, ${bigOne}, ${busyPayer}, 'calls:behind' || i, 1, ${from}, ${from}
        FROM generate_series(1, ${behind}::int) AS i`;
    return async () => {
      await db.$executeRaw`UPDATE usage_sums_progress SET older_are_added = false`;
      await db.$executeRaw`DELETE FROM usage_events WHERE id LIKE 'behind%'`;
    };
  });

  /** Reads the stored sums and the events that they do not have, each from one index, and nothing else. */
  function expectStoredSums(plans: readonly Node[]): void {
    const text = JSON.stringify(plans);
    const scansOf = (table: string) =>
      plans.flatMap(nodesOf).filter((node) => node["Relation Name"] === table);
    const rows = (nodes: readonly Node[]) =>
      nodes.map((node) => Math.round(node["Actual Rows"] * node["Actual Loops"]));
    const [sums, ...others] = scansOf("usage_sums");
    expect(others, text).toEqual([]);
    const loops = sums?.["Actual Loops"] ?? 0; // Postgres rounds the rows of a loop to two digits
    const missing = Math.abs(quarters - (sums?.["Actual Rows"] ?? 0) * loops);
    expect(missing, text).toBeLessThanOrEqual(0.005 * loops);
    for (const node of scansOf("usage_events")) {
      const { "Index Name": index, "Index Cond": condition } = node;
      expect(`${index} by ${condition}`, text).toMatch(
        /transaction_id_idx|pkey|event_key_key|by_time by .*occurred_at = /,
      );
    }
    for (const read of rows(scansOf("usage_events")))
      expect(read, text).toBeLessThanOrEqual(behind);
    for (const node of [...scansOf("usage_sums"), ...scansOf("usage_events")]) {
      expect(node["Node Type"], text).toMatch(/Index/);
    }
    expect(text).not.toMatch(/"Rows Removed by Filter":[1-9]/);
  }

  it.each([
    ["a subscription's", { subscriptionId: bigOne }, [null, seller]],
    ["a service's", { serviceId: bigOne }, [null, seller]],
    ["a seller's", {}, [seller]],
  ] as const)("a series, %s, reads the sums of its time", async (_, of, tenants) => {
    for (const tenant of tenants) {
      let count = 0;
      const query = { ...of, interval: "day", timeZone: "UTC", from, to, limit: 6 } as const;
      const plans = await explained(url, async (explaining) => {
        ({ count } = await sumSeries(explaining, tenant, query));
      });
      expect(count).toBe(quarters + behind);
      expectStoredSums(plans);
    }
  });

  it("a summary reads the sums of its time", async () => {
    let count = 0;
    const query = { subscriptionId: bigOne, from, to, groupBy: "prefix", limit: 10 } as const;
    const plans = await explained(url, async (explaining) => {
      ({ count } = (await sumUsage(explaining, query)).total);
    });
    expect(count).toBe(quarters + behind);
    expectStoredSums(plans);
  });

  it("adding up nothing new reads the ends of two indexes", async () => {
    await db.$executeRaw`DELETE FROM usage_events WHERE id LIKE 'behind%'`;
    const root = await planOf((explaining) => addUpUsage({ db: explaining }));
    for (const node of nodesOf(root)) expect(node["Actual Rows"]).toBeLessThanOrEqual(1);
    expect(JSON.stringify(root)).not.toMatch(/"Seq Scan","[^{}]*"Relation Name":"usage_events"/);
  });
});

it.each([
  ["a seller's", {}, [seller]],
  ["a service's", { serviceId: bigOne }, both],
  ["the platform's", {}, [null]],
] as const)("a report of amounts, %s, reads the rows of its time alone", async (_, of, tenants) => {
  const [from, to] = [momentAt(0.5), momentAt(0.51)];
  for (const tenant of tenants) {
    let rows = 0;
    const plans = await explained(url, async (explaining) => {
      const { invoices, settlements } = await sumByDay(explaining, tenant, {
        ...of,
        timeZone: "UTC",
        from,
        to,
      });
      rows = [...invoices.totals, ...settlements.totals].reduce((sum, { count }) => sum + count, 0);
    });
    expect(plans).toHaveLength(2);
    const nodes = plans.flatMap(nodesOf);
    const text = JSON.stringify(plans);
    expect(rows).toBeGreaterThan(0);
    for (const node of nodes) {
      expect(node["Node Type"], text).not.toMatch(/Seq Scan/);
      expect(node["Rows Removed by Filter"] ?? 0, text).toBe(0);
    }
    const read = nodes.filter((node) => node["Relation Name"] !== undefined);
    expect(read.reduce((sum, node) => sum + node["Actual Rows"], 0)).toBe(rows);
  }
});

it("a summary of a period reads one index once, and is exact", async () => {
  // 20,000 of the million are its own; with these it has more than a million.
  const id = bigOne;
  await dropOtherIndexes("usage_events", "usage_events_by_time"); // they would only take time from here on
  await db.$executeRaw`UPDATE usage_events SET quantity = 123456789012.000001 WHERE subscription_id = ${id}`;
  await db.$executeRaw`
    INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, event_key,
                              quantity, occurred_at, created_at)
    SELECT 'z' || i, ${bigOne}, ${seller}, ${id}, ${busyPayer}, 'more:' || i, 123456789012.000001,
           ${momentAt(0.5)}::timestamptz + i % 1000 * interval '1 millisecond', ${momentAt(0.5)}
      FROM generate_series(1, 1000000) AS i`;
  await db.$executeRaw`VACUUM ANALYZE usage_events`;

  let summed: unknown;
  const plans = await explained(url, async (explaining) => {
    summed = await sumUsage(explaining, { subscriptionId: id, limit: 10 });
  });

  expect(JSON.parse(JSON.stringify(summed)).total).toMatchObject({
    quantity: "125925924792240001.02", // 1,020,000 × 123456789012.000001: no double has this value
    count: 1_020_000,
  });
  expectOnePassEach(plans);
}, 120_000);

it("a quote of a million events reads one index once, a page at a time, and is exact", async () => {
  const period = { subscriptionId: bigOne, from: momentAt(0), to: momentAt(1) };

  const measured: MeasuredUsage[] = [];
  const plans = await explained(url, async (db) => {
    measured.push(await measureUsage({ db }, period, ["more"]));
  });

  const [{ totals, count }] = measured as [MeasuredUsage];
  const more = totals.find(({ prefix }) => prefix === "more");
  expect(more).toMatchObject({
    count: 1_000_000,
    quantity: "123456789012000001.000000", // 1,000,000 × 123456789012.000001
    max: "123456789012.000001",
  });
  const read = plans.flatMap(nodesOf).filter((node) => node["Relation Name"] === "usage_events");
  expect(new Set(read.map((node) => node["Index Name"]))).toEqual(
    new Set(["usage_events_by_time"]),
  );
  const rows = read.reduce((sum, node) => sum + node["Actual Rows"], 0);
  expect(rows).toBe(count);
}, 120_000);

it("a page of the events of a bill is read from one range of an index", async () => {
  const period = { subscriptionId: bigOne, from: momentAt(0), to: momentAt(1) };
  const at = { after: { occurredAt: momentAt(0.5), eventKey: "more:5" }, limit: 1_000 };
  const plans = await explained(url, (db) => readBilledEvents(db, [period], at));
  const read = plans.flatMap(nodesOf).filter((node) => node["Relation Name"] === "usage_events");
  expect(read).toMatchObject([{ "Index Name": "usage_events_by_time", "Actual Rows": 1_001 }]);
});

it("the rate cards of a plan, and the one in effect, are each read from one range of an index", async () => {
  await db.$executeRaw`
    INSERT INTO rate_cards (id, payment_plan_id, service_id, owner_id, version, components, effective_from, created_at)
    SELECT 'card' || i, ${bigOne}, ${bigOne}, ${seller}, i, '[]', ${momentAt(0.5)}::timestamptz + i * interval '1 second',
           ${momentAt(0.5)}::timestamptz + i * interval '1 second' FROM generate_series(1, 20000) AS i`;
  await db.$executeRaw`VACUUM ANALYZE rate_cards`;

  const listed = await planOf((explaining) =>
    findRateCards(explaining, seller, { paymentPlanId: bigOne, limit }),
  );
  const at = new Date(momentAt(0.5).getTime() + 5_500);
  const inEffect = await planOf(
    async (explaining) => {
      expect(await findCardInEffect(explaining, bigOne, at)).toMatchObject({ version: 5 });
    },
    { loads: true },
  );
  for (const root of [listed, inEffect]) expectNoMoreThanItsRows(root);
});

/** Each statement reads the usage events once, from the index that has all its columns. */
function expectOnePassEach(plans: readonly Node[]): void {
  expect(plans.length).toBeGreaterThan(0);
  for (const root of plans) {
    if (nodesOf(root).some((node) => node["Relation Name"] === "usage_sums_progress")) continue;
    const scans = nodesOf(root).filter((node) => node["Relation Name"] === "usage_events");
    expect(scans.map((node) => node["Index Name"])).toEqual(["usage_events_by_time"]);
  }
}

async function dropOtherIndexes(table: string, kept: string): Promise<void> {
  const names = await db.$queryRaw<{ name: string }[]>`
    SELECT indexrelid::regclass::text AS name FROM pg_index
     WHERE indrelid = ${table}::regclass AND NOT indisunique
       AND indexrelid <> ${kept}::regclass`;
  for (const { name } of names) await db.$executeRawUnsafe(`DROP INDEX ${name}`);
}

/** Only index scans, which read the page's rows, the next one, and little more. */
function expectNoMoreThanItsRows(root: Node): void {
  const text = JSON.stringify(root);
  for (const node of nodesOf(root)) {
    if (/Sort/.test(node["Node Type"])) expect(node["Actual Rows"], text).toBeLessThanOrEqual(1);
  }
  expectIndexScansOf(root, 2 * (limit + 1) + 2);
}

/**
 * Only index scans, which read at most these other rows and, for each, the page's rows, the next one, and the owner
 * of its service.
 */
function expectAPageOfEach(root: Node, others: number): void {
  const places = nodesOf(root).filter((node) => node["Relation Name"] === "usage_events");
  expect(
    places.map((node) => node["Actual Loops"]),
    JSON.stringify(root),
  ).toEqual([others]);
  expectIndexScansOf(root, others * (limit + 1) + others + 1);
}

function expectIndexScansOf(root: Node, max: number): void {
  const nodes = nodesOf(root);
  const text = JSON.stringify(root);
  for (const node of nodes) expect(node["Node Type"], text).not.toMatch(/Seq Scan|Bitmap|Hash/);
  const read = nodes
    .filter((node) => node["Relation Name"] !== undefined)
    .map(
      (node) =>
        (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
    )
    .reduce((sum, rows) => sum + rows, 0);
  expect(read, text).toBeLessThanOrEqual(max);
}

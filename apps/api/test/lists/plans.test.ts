import { beforeAll, describe, expect, it } from "vitest";
import { findAuditEvents } from "../../src/audit-events/store.ts";
import { findCheckoutSessions } from "../../src/checkout-sessions/store.ts";
import { openDatabase, type Queryable } from "../../src/db/client.ts";
import { Prisma } from "../../src/db/generated/client.ts";
import { openPool } from "../../src/db/pool.ts";
import { findInvoices } from "../../src/invoices/store.ts";
import { findPlanPage } from "../../src/plans/store.ts";
import { findServicePage } from "../../src/services/store.ts";
import { findSettlements } from "../../src/settlements/store.ts";
import type { PageRequest } from "../../src/shared/lists.ts";
import type { Tenant } from "../../src/shared/tenant.ts";
import { findSubscriptions } from "../../src/subscriptions/store.ts";
import { findUsageEvents, sumUsage } from "../../src/usage-events/store.ts";
import { newDatabase } from "../harness/database.ts";
import { idOf, insertMillions, momentAt } from "./million-rows.ts";

/*
 * What Postgres does for each list and filter at a million rows, by its own account of the very
 * statements that the lists run: a page reads its own rows from an index, wherever it begins.
 */

const limit = 20;
const seller = idOf("o", 0);
let db: Queryable;

beforeAll(async () => {
  const url = await newDatabase();
  await insertMillions(url);
  const pool = openPool(url, 2);
  db = openDatabase(pool);
  return () => pool.end();
}, 300_000);

type Query = PageRequest & Readonly<Record<string, string>>;
type List = (db: Queryable, tenant: Tenant, query: Query) => Promise<unknown>;

/** Each list with a value of each of its filters; all of these belong to the seller. */
const service = idOf("s", 0);
const plan = idOf("p", 0);
const user = idOf("u", 0);
const lists: Readonly<Record<string, { list: List; filters: Readonly<Record<string, string[]>> }>> =
  {
    services: { list: findServicePage as List, filters: {} },
    "checkout-sessions": {
      list: findCheckoutSessions as List,
      filters: {
        serviceId: [service],
        paymentPlanId: [plan],
        userId: [user],
        status: ["PENDING", "PAID"],
      },
    },
    subscriptions: {
      list: findSubscriptions as List,
      filters: {
        serviceId: [service],
        paymentPlanId: [plan],
        userId: [user],
        checkoutSessionId: [idOf("c", 0)],
        status: ["ACTIVE"],
      },
    },
    "usage-events": {
      list: findUsageEvents as List,
      filters: {
        serviceId: [service],
        subscriptionId: [idOf("b", 0)],
        userId: [user],
        invoiceId: [idOf("i", 0)],
      },
    },
    invoices: {
      list: findInvoices as List,
      filters: {
        serviceId: [service],
        paymentPlanId: [plan],
        userId: [user],
        subscriptionId: [idOf("b", 0)],
        status: ["OPEN", "PAID"],
      },
    },
    settlements: {
      list: findSettlements as List,
      filters: {
        serviceId: [service],
        invoiceId: [idOf("i", 0)],
        payerId: [user],
        merchantId: [seller],
        status: ["CONFIRMED", "FAILED"],
      },
    },
    "audit-events": {
      list: findAuditEvents as List,
      filters: { apiKeyId: [idOf("k", 0)], recordId: [idOf("i", 0)] },
    },
  };

const cases = Object.entries(lists).flatMap(([name, { list, filters }]) =>
  [
    {},
    ...Object.entries(filters).flatMap(([filter, values]) =>
      values.map((value) => ({ [filter]: value })),
    ),
  ].map((filter) => ({ name: `${name} by ${JSON.stringify(filter)}`, list, filter })),
);

const pages: readonly (readonly [string, Partial<PageRequest>])[] = [
  ["the first page", {}],
  ["a page in the middle", { cursor: { createdAt: momentAt(0.5), id: "m" } }],
  ["a page of a period", { from: momentAt(0.2), to: momentAt(0.4) }],
  [
    "a page in the middle of a period",
    { from: momentAt(0.2), to: momentAt(0.4), cursor: { createdAt: momentAt(0.3), id: "m" } },
  ],
];

describe.each(cases)("$name", ({ list, filter }) => {
  it.each(pages)("%s is one range of an index, for the platform and a seller", async (_, page) => {
    for (const tenant of [null, seller]) {
      const plans = await explained((explaining) =>
        list(explaining, tenant, { ...filter, ...page, limit }),
      );
      expect(plans.length).toBe(1);
      for (const root of plans) expectNoMoreThanItsRows(root);
    }
  });
});

it("the plans of a service are one range of an index", async () => {
  const plans = await explained((explaining) =>
    (findPlanPage as (db: Queryable, id: string, page: PageRequest) => Promise<unknown>)(
      explaining,
      service,
      { limit },
    ),
  );
  for (const root of plans) expectNoMoreThanItsRows(root);
});

it("another seller's record in a filter costs nothing and finds nothing", async () => {
  const [root] = await explained((explaining) =>
    (findUsageEvents as List)(explaining, seller, { serviceId: idOf("s", 1), limit }),
  );
  const scans = nodesOf(root).filter((node) => node["Relation Name"] === "usage_events");
  expect(scans.length).toBeGreaterThan(0);
  for (const node of scans) expect(node["Actual Loops"]).toBe(0);
});

it("a summary of a period is one pass over one index, and exact", async () => {
  // A thousand subscriptions share the million; one that has it all is what a summary may meet.
  const id = idOf("b", 0);
  await db.$executeRaw`UPDATE usage_events SET quantity = 123456789012.000001 WHERE subscription_id = ${id}`;
  await db.$executeRaw`
    INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, event_key,
                              quantity, occurred_at, created_at)
    SELECT 'z' || i, ${service}, ${seller}, ${id}, ${user}, 'more:' || i, 123456789012.000001,
           ${momentAt(0.5)}, ${momentAt(0.5)} FROM generate_series(1, 999000) AS i`;
  await db.$executeRaw`ANALYZE usage_events`;

  let summed: unknown;
  const plans = await explained(async (explaining) => {
    summed = await sumUsage(explaining, { subscriptionId: id, limit: 10 });
  });

  expect(JSON.stringify(summed)).toContain("123456789012000001");
  for (const root of plans) {
    const scans = nodesOf(root).filter((node) => node["Relation Name"] === "usage_events");
    expect(scans.map((node) => node["Index Name"])).toEqual(["usage_events_summary"]);
    expect(scans.map((node) => node["Actual Loops"])).toEqual([1]);
  }
}, 120_000);

interface Node {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Node[];
}

function nodesOf(node: Node | undefined): Node[] {
  return node === undefined ? [] : [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Nothing but index scans, which read the page's rows, the one after it, and little besides. */
function expectNoMoreThanItsRows(root: Node): void {
  const nodes = nodesOf(root);
  const text = JSON.stringify(root);
  for (const node of nodes) {
    expect(node["Node Type"], text).not.toMatch(/Seq Scan|Bitmap|Hash/);
    if (/Sort/.test(node["Node Type"])) expect(node["Actual Rows"], text).toBeLessThanOrEqual(1);
  }
  const read = nodes
    .filter((node) => node["Relation Name"] !== undefined)
    .map(
      (node) =>
        (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"],
    )
    .reduce((sum, rows) => sum + rows, 0);
  expect(read, text).toBeLessThanOrEqual(2 * (limit + 1) + 2);
}

/** What Postgres says that it did for the statements of some work; no row is loaded. */
async function explained(work: (db: Queryable) => Promise<unknown>): Promise<Node[]> {
  const plans: Node[] = [];
  const explaining = new Proxy(db, {
    get: (target, name) => {
      if (name !== "$queryRaw") return { findMany: async () => [] };
      return async (first: Prisma.Sql | TemplateStringsArray, ...values: unknown[]) => {
        const query = first instanceof Prisma.Sql ? first : Prisma.sql(first, ...values);
        const [row] = await target.$queryRaw<{ "QUERY PLAN": [{ Plan: Node }] }[]>(
          Prisma.sql`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`,
        );
        if (row !== undefined) plans.push(row["QUERY PLAN"][0].Plan);
        return target.$queryRaw(query);
      };
    },
  });
  await work(explaining);
  return plans;
}

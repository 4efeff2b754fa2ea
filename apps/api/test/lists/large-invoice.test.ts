import { beforeAll, describe, expect, it } from "vitest";
import { findInvoiceSummaries, findInvoicesAsked } from "../../src/invoices/store.ts";
import { sumInvoiceUsage } from "../../src/usage/usage-of-invoices.ts";
import { registryPause } from "../harness/chain.ts";
import { sql } from "../harness/database.ts";
import { doors, restDoor } from "../harness/doors.ts";
import { linkTokenOf } from "../harness/invoice-link.ts";
import { useService } from "../harness/service.ts";
import { Story } from "../harness/story.ts";
import { explained, type Node, nodesOf } from "./explained.ts";

/* An invoice with 100,000 usage events: what its responses contain, and what they cost. */

const count = 100_000;
const service = useService();
const usual = new Story(restDoor, service);
let invoice: Invoice;
/** Its nested events, newest first: some have the same time. */
let events: readonly { readonly id: string }[];

interface Invoice {
  readonly id: string;
  readonly serviceId: string;
  readonly subscriptionId: string;
  readonly userId: string;
  readonly amount: string;
  readonly currency: string;
  readonly url: string;
  readonly service: { readonly ownerId: string };
}

beforeAll(async () => {
  invoice = await usual.anInvoice({ lines: longLines("0.00625") });
  const { id, serviceId, subscriptionId, userId } = invoice;
  // One event in three belongs to no invoice.
  await sql(
    service().databaseUrl,
    `INSERT INTO usage_events (id, service_id, owner_id, subscription_id, user_id, invoice_id,
                               event_key, quantity, occurred_at, created_at)
     SELECT left(md5(i::text), 24), $1, $2, $3, $4, CASE WHEN i % 3 > 0 THEN $5 END,
            'requests:' || i, i / 1000000.0,
            timestamptz '2026-01-01Z' + i * interval '1 second',
            timestamptz '2026-02-01Z' + i / 4 * interval '1 millisecond'
       FROM generate_series(1, ${(count * 3) / 2}) AS i`,
    [serviceId, invoice.service.ownerId, subscriptionId, userId, id],
  );
  await sql(service().databaseUrl, "VACUUM ANALYZE usage_events");
  const rows = await service().parts.db.usageEvent.findMany({
    where: { invoiceId: id },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    omit: { ownerId: true, apiKeyId: true, idempotencyHash: true, subject: true },
  });
  events = rows.map((row) => ({
    ...row,
    quantity: row.quantity.toFixed(6),
    occurredAt: row.occurredAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  }));
}, 120_000);

/** The max number of lines with the longest description: 100 of the same amount. */
function longLines(amount: string) {
  const line = { description: "a".repeat(200), quantity: "1", unitAmount: amount, amount };
  return Array.from({ length: 100 }, () => line);
}

describe.each(doors)("through $name", (door) => {
  const story = new Story(door, service);

  it("its GET nests the 1,000 newest events, and counts to 10,000", async () => {
    const { invoice: read } = await story.done("invoices.get", { invoiceId: invoice.id });

    expect(read.usageEvents).toEqual(events.slice(0, 1_000));
    expect(read.usageEventCount).toBe(10_000);
  });

  it("the list of usage events has the others too", async () => {
    const query = { invoiceId: invoice.id, limit: 100 };
    const listed: { id: string }[] = [];
    let cursor: string | undefined;
    while (listed.length < 1_100) {
      const page = await story.done("usageEvents.list", { ...query, ...(cursor && { cursor }) });
      listed.push(...page.usageEvents);
      cursor = page.nextCursor;
    }

    expect(listed.map(({ id }) => id)).toEqual(events.slice(0, 1_100).map(({ id }) => id));
  });

  it("a list of invoices has the count alone", async () => {
    const { invoices } = await story.done("invoices.list", { serviceId: invoice.serviceId });

    expect(invoices).toMatchObject([{ id: invoice.id, usageEventCount: 10_000 }]);
    expect(invoices[0]).not.toHaveProperty("usageEvents");
  });
});

it.each([
  ["its GET", 1_000, (db) => findInvoicesAsked(db, [{ id: invoice.id, tenant: null }])],
  ["a list or a webhook", 0, (db) => findInvoiceSummaries(db, [invoice.id])],
] satisfies [string, number, Parameters<typeof explained>[1]][])(
  "Postgres reads a bounded part of an index for %s",
  async (_, nested, read) => {
    const [root] = await explained(service().databaseUrl, read, { loads: true });

    const ofEvents = nodesOf(root).filter(isOfEvents);
    const rows = (type: string) =>
      ofEvents.filter((node) => node["Node Type"] === type).map((node) => node["Actual Rows"]);
    expect(ofEvents.map((node) => node["Index Name"])).toEqual(
      ofEvents.map(() => "usage_events_invoice_id_created_at_id_idx"),
    );
    expect(rows("Index Only Scan")).toEqual([10_000]);
    expect(rows("Index Scan")).toEqual(nested === 0 ? [] : [nested]);
    expect(ofEvents).toHaveLength(nested === 0 ? 1 : 2);
  },
);

const isOfEvents = (node: Node) => node["Relation Name"] === "usage_events";

it("its page adds it up in one pass, and shows no more than a few prefixes and intervals", async () => {
  const linkToken = linkTokenOf(invoice);
  const read: Parameters<typeof explained>[1] = (db) =>
    sumInvoiceUsage({ db }, invoice.id, undefined);
  const [root] = await explained(service().databaseUrl, read, { loads: true });
  const { invoiceUsage } = await usual.done("invoiceLinks.usage", { linkToken });

  expect(nodesOf(root).filter(isOfEvents)).toMatchObject([{ "Actual Rows": count }]);
  // Quantities of 1 to 150,000 millionths, without every third.
  const quantity = "7500.000000";
  expect(invoiceUsage).toMatchObject({
    count,
    interval: "DAY",
    hasMorePrefixes: false,
    prefixes: [{ prefix: "requests", count, quantity }],
  });
  expect(invoiceUsage.prefixes[0].intervals).toHaveLength(2);
});

it("invoice.paid stays under 64 kB, with 100 long lines and many failed settlements", async () => {
  await registryPause(service(), true);
  for (let attempt = 0; attempt < 12; attempt++) {
    const { status } = await usual.call("settlements.create", usual.settlementOf(invoice));
    expect(status).toBe(500);
  }
  await registryPause(service(), false);
  await usual.done("settlements.create", usual.settlementOf(invoice));

  const { events: paid } = await usual.done("events.list", { type: "invoice.paid" });

  const { lines, usageEventCount, settlements, ...shown } = paid[0].data.invoice;
  expect({ lines: lines.length, usageEventCount }).toEqual({ lines: 100, usageEventCount: 10_000 });
  expect(settlements.map(({ status }: { status: string }) => status)).toEqual([
    "CONFIRMED",
    ...Array(9).fill("FAILED"),
  ]);
  expect(shown).not.toHaveProperty("usageEvents");
  expect(Buffer.byteLength(JSON.stringify(paid[0]))).toBeLessThan(64_000);
  const { invoice: read } = await usual.done("invoices.get", { invoiceId: invoice.id });
  expect(read.settlements).toHaveLength(13);
});

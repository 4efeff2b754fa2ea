import { readFile } from "node:fs/promises";
import { verifyUsageProof } from "@usance/sdk";
import { beforeAll, describe, expect, it } from "vitest";
import { openDatabase, type Queryable } from "../../src/db/client.ts";
import { openPool } from "../../src/db/pool.ts";
import { migrate, schemaChangeAsSql } from "../../src/db/schema-engine.ts";
import { findUsageEvents, findUsageEventsByKey } from "../../src/usage/store.ts";
import { sumUsage } from "../../src/usage/sum-store.ts";
import { bindingColumns, boundToOthers, copyEventWithAnothers } from "../harness/copied-event.ts";
import { newDatabase, sql as runSql } from "../harness/database.ts";
import { doors, restDoor } from "../harness/doors.ts";
import { useService } from "../harness/service.ts";
import { aSeller, Story, statusesOf } from "../harness/story.ts";

/*
 * The unchanged service, on a database whose usage_events were partitioned while it ran, with the statements in
 * docs/scaling.md.
 */

const duplicate = {
  status: 409,
  body: { error: "A database record with these unique fields already exists." },
};

const service = useService();
const story = new Story(restDoor, service);
let before: Awaited<ReturnType<typeof recordSome>>;

beforeAll(async () => {
  before = await recordSome();
  await partition(service().databaseUrl);
});

it("keeps every row, and every index and foreign key under its name", async () => {
  expect(await allRows()).toEqual(before.rows);
  expect(await keysAndIndexes()).toEqual(before.keysAndIndexes);
});

it("stores its rows in more than one partition", async () => {
  expect((await sql("SELECT DISTINCT tableoid FROM usage_events")).length).toBeGreaterThan(1);
});

it("recognizes events recorded before, and does not record them again", async () => {
  const { usageEvent } = before;
  const again = usageOf(before.invoice, { eventKey: usageEvent.eventKey });

  const { id: usageEventId } = usageEvent;
  expect((await story.done("usageEvents.get", { usageEventId })).usageEvent).toEqual(usageEvent);
  expect(await story.call("usageEvents.create", again)).toMatchObject(duplicate);
});

it("has no pending migration at the next start", async () => {
  expect(await migrate(service().databaseUrl)).toEqual([]);
});

it("accepts a later migration's statements", async () => {
  const url = await newDatabase();
  await partition(url);
  await sql("ALTER TABLE usage_events DROP COLUMN idempotency_hash, DROP COLUMN quantity", url);
  const today = await readFile(new URL("../../prisma/schema.prisma", import.meta.url), "utf8");
  const older = today.replace(/^model UsageEvent \{.*?^\}/ms, (model) =>
    model
      .replace(/^ +(idempotencyHash|quantity) .*$/gm, "")
      .replace(/^ +@@index.*"usage_events_by_time".*$/m, ""),
  );

  await sql(await schemaChangeAsSql(url, older), url);

  expect(await keysAndIndexes(url)).toEqual(before.keysAndIndexes);
});

describe.each(doors)("through $name the service", (door) => {
  const story = new Story(door, service);

  it("records one event per key of a subscription", async () => {
    const subscription = await story.aSubscription();
    const usage = story.usageOf(subscription);
    const others = { ...story.usageOf(await story.aSubscription()), eventKey: usage.eventKey };

    const { usageEvent } = await story.done("usageEvents.create", usage);

    expect(usageEvent).toMatchObject({ ...usage, quantity: "1.000000" });
    expect(await story.call("usageEvents.create", usage)).toMatchObject(duplicate);
    expect(await story.call("usageEvents.create", others)).toMatchObject({ status: 201 });
  });

  it("returns the same response to the same Idempotency-Key", async () => {
    const usage = story.usageOf(await story.aSubscription());
    const headers = { "Idempotency-Key": `once-through-${door.name}` };
    const send = () => door.call(service().url, "usageEvents.create", usage, undefined, headers);

    const first = await send();
    const second = await send();

    expect(first.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("Idempotent-Replayed")).toBe("true");
  });

  it("records a batch of many subscriptions, and the first of equal keys", async () => {
    const subscriptions = await Promise.all(
      Array.from({ length: 12 }, () => story.aSubscription()),
    );
    const usageEvents = subscriptions.map((one) => story.usageOf(one));
    const twice = { usageEvents: [...usageEvents, ...usageEvents] };

    const { results } = await story.done("usageEvents.batch", twice);

    expect(statusesOf(results)).toEqual([...Array(12).fill(201), ...Array(12).fill(409)]);
  });

  it.each([
    [undefined, []],
    ["eventKey", ["reads:1", "reads:2", "writes:1"]],
    ["prefix", ["reads", "writes"]],
    ["day", ["2026-01-01", "2026-01-02"]],
  ])("sums a subscription's usage by %s", async (groupBy, keys) => {
    const subscription = await story.aSubscription();
    for (const [eventKey, occurredAt] of [
      ["reads:1", "2026-01-01T23:59:59.999Z"],
      ["reads:2", "2026-01-02T00:00:00.000Z"],
      ["writes:1", "2026-01-02T12:00:00.000Z"],
    ]) {
      const fields = { eventKey, occurredAt, quantity: "0.5" };
      await story.aUsageEvent(subscription, fields);
    }

    const query = { subscriptionId: subscription.id, ...(groupBy && { groupBy }) };
    const { summary } = await story.done("usageEvents.summary", query);

    expect(summary).toMatchObject({ quantity: "1.500000", count: 3 });
    expect(summary.groups.map(({ key }: { key: string }) => key)).toEqual(keys);
  });

  it("lists a seller's events of many subscriptions, newest first, across pages", async () => {
    const sellers = new Story(door, service, await aSeller(service));
    const made: string[] = [];
    for (let count = 0; count < 7; count++) {
      service().clock.advance(1);
      made.unshift((await sellers.aUsageEvent(await sellers.aSubscription())).id);
    }

    const listed = await sellers.listed("usageEvents.list", { limit: 3 });
    expect(listed.map(({ id }) => id)).toEqual(made);
  });

  it("reads an invoice for the usage of several subscriptions", async () => {
    const invoice = await story.anInvoice({ subscriptionId: undefined });
    const { id: invoiceId } = invoice;
    const ids: string[] = [];
    for (let count = 0; count < 4; count++) {
      const other = await story.subscribe(invoice, invoice.user.email);
      ids.push((await story.aUsageEvent(other, { invoiceId })).id);
    }

    const read = (await story.done("invoices.get", { invoiceId })).invoice.usageEvents;

    expect(read.map(({ id }: { id: string }) => id).sort()).toEqual(ids.sort());
  });

  it("bills the usage of a subscription, and proves it", async () => {
    const subscription = await story.aSubscription({ billingInterval: "MONTH" });
    const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
    const { eventKey } = await story.aUsageEvent(subscription);
    service().clock.advance(1);
    const of = { subscriptionId, serviceId, paymentPlanId, userId };
    const { invoice } = await story.done("invoices.create", { ...of, amount: "1", usage: {} });
    const { proof } = await story.done("invoices.proof", { invoiceId: invoice.id });
    const proven = { invoiceId: invoice.id, eventKey };
    const { usageProof } = await story.done("invoices.usageProof", proven);
    expect(verifyUsageProof(proof.bill, usageProof)).toBe(true);
  });
});

it.each(bindingColumns)(
  "refuses an event with another record's %s in the database itself",
  async (column) => {
    const theirs = await story.anInvoice();

    await expect(
      copyEventWithAnothers(service().databaseUrl, before.usageEvent.id, column, theirs),
    ).rejects.toThrow(boundToOthers);
  },
);

it.each(["subscription", "invoice"] as const)("refuses to delete the %s of usage", async (of) => {
  const invoice = await story.anInvoice({ subscriptionId: undefined });
  const subscription = await story.subscribe(invoice, invoice.user.email);
  await story.aUsageEvent(subscription, { invoiceId: invoice.id });
  const { id } = { subscription, invoice }[of];
  await sql(`DELETE FROM bills WHERE invoice_id = '${id}'`);

  await expect(sql(`DELETE FROM ${of}s WHERE id = '${id}'`)).rejects.toThrow(
    `foreign key constraint "usage_events_${of}_id_`,
  );
});

/** The statements about one subscription: the look-up of ingest, the summary and a list. */
const asked: Readonly<Record<string, (db: Queryable, subscriptionId: string) => Promise<unknown>>> =
  {
    "its sum": (db, subscriptionId) => sumUsage(db, { subscriptionId, limit: 10 }),
    "its sum of a period by day": (db, subscriptionId) =>
      sumUsage(db, { subscriptionId, groupBy: "day", from: new Date(0), limit: 10 }),
    "an event by its key": (db, subscriptionId) =>
      findUsageEventsByKey(db, [{ subscriptionId, eventKey: "any", tenant: null }]),
    "its list": (db, subscriptionId) => findUsageEvents(db, null, { subscriptionId, limit: 10 }),
  };

describe.each(["force_custom_plan", "force_generic_plan"])("with %s", (plans) => {
  it.each(Object.entries(asked))("Postgres reads one partition to find %s", async (_, ask) => {
    const subscription = await story.aSubscription();
    await story.aUsageEvent(subscription, { eventKey: "another" });
    const { id } = subscription;
    const own = await sql(
      `SELECT tableoid::regclass::text AS name FROM usage_events WHERE subscription_id = '${id}'`,
    );

    const read = await partitionsRead(plans, (db) => ask(db, id));

    expect(read).toEqual(own.map(({ name }) => name));
  });
});

async function recordSome() {
  const invoice = await story.anInvoice();
  const { usageEvent } = await story.done("usageEvents.create", usageOf(invoice));
  for (let count = 0; count < 20; count++) {
    await story.aUsageEvent(await story.aSubscription());
  }
  return { invoice, usageEvent, rows: await allRows(), keysAndIndexes: await keysAndIndexes() };
}

/** The usage of an invoice's own subscription. */
function usageOf(
  invoice: { id: string; subscriptionId: string; serviceId: string; userId: string },
  fields: Readonly<Record<string, unknown>> = {},
) {
  const { id: invoiceId, subscriptionId: id, serviceId, userId } = invoice;
  return story.usageOf({ id, serviceId, userId }, { invoiceId, ...fields });
}

async function partition(url: string) {
  const file = new URL("../../../../docs/scaling/partition-usage-events.sql", import.meta.url);
  await sql(await readFile(file, "utf8"), url);
}

const allRows = () => sql("SELECT * FROM usage_events ORDER BY id");

/** Their names and columns as Postgres writes them; on partitions the primary key has one more column. */
function keysAndIndexes(url?: string) {
  return sql(
    `SELECT indexrelid::regclass::text AS name,
            regexp_replace(pg_get_indexdef(indexrelid), ' ON (ONLY )?', ' ON ') AS definition
       FROM pg_index WHERE indrelid = 'usage_events'::regclass AND NOT indisprimary
      UNION ALL
     SELECT conname, CASE contype WHEN 'p' THEN 'id' ELSE pg_get_constraintdef(oid) END
       FROM pg_constraint WHERE conrelid = 'usage_events'::regclass ORDER BY 1`,
    url,
  );
}

const sql = (text: string, url = service().databaseUrl) => runSql(url, text);

/** The partitions in the executed plans of all statements of some work. */
async function partitionsRead(
  plans: string,
  work: (db: Queryable) => Promise<unknown>,
): Promise<string[]> {
  const pool = openPool(service().databaseUrl, 1, {
    settings: {
      plan_cache_mode: plans,
      "auto_explain.log_min_duration": "0",
      "auto_explain.log_analyze": "on",
      "auto_explain.log_level": "notice",
    },
  });
  const explained: string[] = [];
  pool.on("connect", (client) => {
    client.on("notice", ({ message }) => explained.push(message ?? ""));
  });
  await pool.query("LOAD 'auto_explain'"); // on the pool's only connection
  await work(openDatabase(pool));
  await pool.end();
  return [...new Set(explained.join().match(/\busage_events_p\d+\b(?= |$)/g))];
}

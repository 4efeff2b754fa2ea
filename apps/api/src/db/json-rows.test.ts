import { beforeAll, expect, it } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { inTransaction, type Queryable } from "./client.ts";
import { Prisma } from "./generated/client.ts";
import { jsonList, jsonObject, readRecords } from "./json-rows.ts";

/* Every record that is read as JSON is held against the one that the client reads itself. */

const service = useService();

beforeAll(async () => {
  const story = new Story(restDoor, service);
  const settled = await story.anInvoice({ amount: "0.000001", dueAt: "2199-01-31T12:00:00.123Z" });
  await story.done("settlements.create", story.settlementOf(settled));
  const subscription = await story.aSubscription({ amount: "999999999999999999.999999" });
  const input = story.usageOf(subscription, { quantity: "123456789012345678.654321" });
  await story.done("usageEvents.create", input);
  await story.anInvoice();
});

const tables = [
  ["users", Prisma.UserScalarFieldEnum, (db: Queryable) => db.user.findMany()],
  ["services", Prisma.ServiceScalarFieldEnum, (db: Queryable) => db.service.findMany()],
  [
    "payment_plans",
    Prisma.PaymentPlanScalarFieldEnum,
    (db: Queryable) => db.paymentPlan.findMany(),
  ],
  [
    "subscriptions",
    Prisma.SubscriptionScalarFieldEnum,
    (db: Queryable) => db.subscription.findMany(),
  ],
  ["usage_events", Prisma.UsageEventScalarFieldEnum, (db: Queryable) => db.usageEvent.findMany()],
  ["invoices", Prisma.InvoiceScalarFieldEnum, (db: Queryable) => db.invoice.findMany()],
  ["settlements", Prisma.SettlementScalarFieldEnum, (db: Queryable) => db.settlement.findMany()],
] as const;

it.each(tables)(
  "%s are what the client reads, every field of them",
  async (table, fields, read) => {
    const { db } = service().parts;
    const theirs: readonly { readonly id: string }[] = await read(db);
    const statement = {
      name: table,
      text: `SELECT ${jsonObject("one", fields)} AS record FROM ${table} one`,
    };
    const direct = await readRecords<{ id: string }>(db, statement, []);
    const inside = await inTransaction(db, (tx) => readRecords<{ id: string }>(tx, statement, []));

    expect(theirs.length).toBeGreaterThan(0);
    for (const rows of [direct, inside]) {
      const ours = new Map(rows.map((row) => [row.id, row]));
      for (const row of theirs) expect(ours.get(row.id)).toEqual(row);
    }
  },
);

it("lists are newest first, and empty where there is nothing", async () => {
  const { db } = service().parts;
  const invoices = jsonList(Prisma.InvoiceScalarFieldEnum, "invoices one");
  const none = jsonList(Prisma.InvoiceScalarFieldEnum, "invoices one WHERE false");
  const text = `SELECT json_build_object('all', ${invoices}, 'none', ${none}) AS record`;

  const [lists] = await readRecords(db, { name: "lists", text }, []);

  const newestFirst = [{ createdAt: "desc" as const }, { id: "desc" as const }];
  const all = await db.invoice.findMany({ orderBy: newestFirst });
  expect(lists).toEqual({ all, none: [] });
});

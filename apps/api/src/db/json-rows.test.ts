import { beforeAll, expect, it } from "vitest";
import { restDoor } from "../../test/harness/doors.ts";
import { useService } from "../../test/harness/service.ts";
import { Story } from "../../test/harness/story.ts";
import { inTransaction } from "./client.ts";
import { Prisma } from "./generated/client.ts";
import { jsonList, jsonObject, revived } from "./json-rows.ts";
import { readPrepared } from "./prepared.ts";

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
  ["users", Prisma.UserScalarFieldEnum, "user"],
  ["services", Prisma.ServiceScalarFieldEnum, "service"],
  ["payment_plans", Prisma.PaymentPlanScalarFieldEnum, "paymentPlan"],
  ["subscriptions", Prisma.SubscriptionScalarFieldEnum, "subscription"],
  ["usage_events", Prisma.UsageEventScalarFieldEnum, "usageEvent"],
  ["invoices", Prisma.InvoiceScalarFieldEnum, "invoice"],
  ["settlements", Prisma.SettlementScalarFieldEnum, "settlement"],
] as const;

it.each(tables)(
  "%s are what the client reads, every field of them",
  async (table, fields, model) => {
    const { db } = service().parts;
    const read = db[model] as unknown as { findMany(): Promise<{ id: string }[]> };
    const theirs = await read.findMany();
    const text = `SELECT ${jsonObject("one", fields)} AS record FROM ${table} one`;

    const direct = await readPrepared<{ record: object }>(db, { name: table, text }, []);
    const inside = await inTransaction(db, (tx) =>
      readPrepared<{ record: object }>(tx, { name: table, text }, []),
    );

    expect(theirs.length).toBeGreaterThan(0);
    for (const rows of [direct, inside]) {
      const ours = new Map(
        rows.map(({ record }) => revived<{ id: string }>(record)).map((row) => [row.id, row]),
      );
      for (const row of theirs) expect(ours.get(row.id)).toEqual(row);
    }
  },
);

it("lists are newest first, and empty where there is nothing", async () => {
  const { db } = service().parts;
  const invoices = jsonList(Prisma.InvoiceScalarFieldEnum, "invoices one");
  const none = jsonList(Prisma.InvoiceScalarFieldEnum, "invoices one WHERE false");
  const text = `SELECT json_build_object('all', ${invoices}, 'none', ${none}) AS record`;

  const [row] = await readPrepared<{ record: object }>(db, { name: "lists", text }, []);

  const newestFirst = [{ createdAt: "desc" as const }, { id: "desc" as const }];
  const all = await db.invoice.findMany({ orderBy: newestFirst });
  expect(revived(row?.record ?? {})).toEqual({ all, none: [] });
});

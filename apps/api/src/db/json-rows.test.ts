import type { Pool } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newDatabase } from "../../test/harness/database.ts";
import {
  columnsOfTable,
  extremeRows,
  type PostgresColumn,
} from "../../test/harness/extreme-rows.ts";
import { forRows } from "../../test/harness/for-rows.ts";
import { InvoiceLine } from "../schemas/invoices.ts";
import { Plan } from "../schemas/plans.ts";
import { CreditNoteRecord, InvoiceRecord, UsageEventRecord } from "../schemas/records.ts";
import { ServiceRecord } from "../schemas/services.ts";
import { Subscription } from "../schemas/subscriptions.ts";
import { User } from "../schemas/users.ts";
import { type Database, inTransaction, openDatabase } from "./client.ts";
import { Prisma } from "./generated/client.ts";
import { tables } from "./generated/tables.ts";
import {
  jsonCount,
  jsonList,
  jsonObject,
  jsonObjectOrNull,
  type Model,
  readRecords,
  recordStatement,
} from "./json-rows.ts";
import { objectText, priceText } from "./json-text.ts";
import { newestFirst } from "./list-page.ts";
import { openPool } from "./pool.ts";
import { runStatement } from "./statements.ts";

/** The client cannot write how far sums and roots have come: a number of a transaction is required in that. */
const models = (Object.keys(tables) as Model[]).filter((model) => !model.endsWith("Progress"));
const written = new Map<Model, readonly object[]>();
let db: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  // Foreign keys are off: a row needs no row of another table.
  const settings = { session_replication_role: "replica" };
  const pool = openPool(await newDatabase(), 4, { settings });
  db = openDatabase(pool);
  close = async () => {
    await db.$disconnect();
    await pool.end();
  };
  await dropChecks(pool);
  for (const model of models) written.set(model, await insertExtremeRows(model));
});

afterAll(() => close());

/** The most misleading values of one column need not fit those of another. */
async function dropChecks(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ sql: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS sql
       FROM pg_constraint WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
  );
  for (const { sql } of rows) await pool.query(sql);
}

/** What every model of the client can do. */
interface Rows {
  createMany(args: { readonly data: readonly object[] }): Promise<unknown>;
  findMany(): Promise<object[]>;
}

function rowsOf(model: Model): Rows {
  const name = `${model.charAt(0).toLowerCase()}${model.slice(1)}`;
  return (db as unknown as Readonly<Record<string, Rows>>)[name] as Rows;
}

const inOrder = (rows: readonly object[]) =>
  rows.toSorted((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
const textOf = (row: object) =>
  JSON.stringify(Object.entries(row).toSorted(), (_, value) =>
    typeof value === "bigint" ? String(value) : value,
  );

/** The row as it is read: a JSON null is null. */
const asRead = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([field, value]) => [field, value === Prisma.JsonNull ? null : value]),
  );

/** @throws when a column is not in the database, or when its type has no extreme values */
async function insertExtremeRows(model: Model): Promise<object[]> {
  const { table, columns } = tables[model];
  const stored = await db.$queryRawUnsafe<PostgresColumn[]>(columnsOfTable, table);
  // Only statements of SQL read the numbers of transactions.
  const described = stored.filter(({ type }) => type !== "xid8");
  const fields = Object.entries(columns).map(([field, { column: name }]) => {
    const column = described.find((one) => one.name === name);
    if (column === undefined) throw new Error(`${table} has no column ${name}.`);
    return { field, column };
  });
  expect(fields).toHaveLength(described.length);
  const rows = extremeRows(fields);
  await rowsOf(model).createMany({ data: rows });
  return rows;
}

it("a row of every table is read from JSON as the Prisma client reads it, with every extreme of every column", () =>
  forRows(models, async (model) => {
    const { table } = tables[model];
    const statement = recordStatement(model, jsonObject("one", model), `FROM ${table} one`);

    const direct = await readRecords(db, statement, []);
    const inTx = await inTransaction(db, (tx) => readRecords(tx, statement, []));

    const byPrisma = inOrder(await rowsOf(model).findMany());
    expect(byPrisma).toEqual(inOrder((written.get(model) ?? []).map(asRead)));
    expect(inOrder(direct)).toStrictEqual(byPrisma);
    expect(inOrder(inTx)).toStrictEqual(byPrisma);
  }));

it("the text of a row is what the answer's schema makes of it, with every extreme of every column", () =>
  forRows(
    [
      ["User", User],
      ["PaymentPlan", Plan],
      ["Service", ServiceRecord],
      ["Subscription", Subscription],
      ["Invoice", InvoiceRecord],
      ["InvoiceLine", InvoiceLine, { unitAmount: priceText("one.unit_amount") }],
      ["CreditNote", CreditNoteRecord],
      ["UsageEvent", UsageEventRecord],
    ] as const,
    async (model, schema, more?: Readonly<Record<string, string>>) => {
      const item = objectText("one", model, schema, more);
      const { table } = tables[model];
      // No answer shows an invoice that bills nobody.
      const shown = model === "Invoice" ? "user_id IS NOT NULL" : "true";
      const text = `SELECT ${item} AS text FROM ${table} one WHERE ${shown}`;

      const rows = await runStatement<{ readonly text: string }>(db, { text }, []);

      const stored = await rowsOf(model).findMany();
      const made = stored.flatMap((row) => schema.safeParse(row).data ?? []);
      expect(made.length).toBeGreaterThan(1);
      expect(rows.map((row) => row.text).toSorted()).toEqual(
        made.map((one) => JSON.stringify(one)).toSorted(),
      );
    },
  ));

it("nests objects, objects that may be missing, lists with the newest first, and counts", async () => {
  const invoices = await db.invoice.findMany({ orderBy: newestFirst });
  const user = await db.user.findFirstOrThrow({ where: { name: { not: null } } });
  const record = jsonObject("one", "User", {
    same: jsonObject("same", "User"),
    missing: jsonObjectOrNull("missing", "User"),
    invoices: jsonList("Invoice", { from: "invoices one" }),
    newestInvoice: jsonList("Invoice", { from: "invoices one", max: 1 }),
    byId: jsonList("Invoice", { from: "invoices one", order: "one.id", max: 1_000 }),
    noInvoices: jsonList("Invoice", { from: "invoices one WHERE false" }),
    count: jsonCount("invoices one", 1_000),
    oneAtLeast: jsonCount("invoices one", 1),
    none: jsonCount("invoices one WHERE false", 1),
  });
  const statement = recordStatement(
    "nested",
    record,
    `FROM users one JOIN users same ON same.id = one.id LEFT JOIN users missing ON false
      WHERE one.id = $1`,
  );

  const rows = await readRecords(db, statement, [user.id]);

  expect(invoices.length).toBeGreaterThan(1);
  expect(rows).toStrictEqual([
    {
      ...user,
      same: user,
      missing: null,
      invoices,
      newestInvoice: invoices.slice(0, 1),
      byId: await db.invoice.findMany({ orderBy: { id: "asc" } }),
      noInvoices: [],
      count: invoices.length,
      oneAtLeast: 1,
      none: 0,
    },
  ]);
});

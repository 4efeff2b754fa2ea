import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { newDatabase } from "../../test/harness/database.ts";
import { startTransactionPooler } from "../../test/harness/transaction-pooler.ts";
import { until } from "../../test/harness/until.ts";
import { migrate, schemaChangeAsSql } from "./schema-engine.ts";

it("creates the tables of schema.prisma by the migrations", async () => {
  const migrated = await newDatabase();
  const declared = await newDatabase("template0");
  await withClient(declared, async (client) => {
    await client.query(await schemaChangeAsSql(declared, null));
  });

  // schema.prisma has no CHECKs.
  const described = (await describeTables(migrated)).filter((line) => !/^\w+ CHECK /.test(line));
  expect(described).toEqual(await describeTables(declared));
});

it("writes the SQL of a schema change", async () => {
  const url = await newDatabase();
  const today = await readFile(new URL("../../prisma/schema.prisma", import.meta.url), "utf8");
  const before = today.replace(/^ +logIndex .*$/m, "");

  expect(await schemaChangeAsSql(url, before)).toContain('ADD COLUMN     "log_index" INTEGER');
  expect(await schemaChangeAsSql(url, today)).toContain("empty migration");
});

it.each([
  ["on direct connections", async (url: string) => url],
  ["behind a transaction pooler", pooled],
])("applies each migration once, however many processes start, %s", async (_, way) => {
  const url = await way(await newDatabase("template0"));

  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)]);

  expect(applied.flat()).toEqual([...new Set(applied.flat())]);
  expect(applied.flat().length).toBeGreaterThan(0);
  expect(await migrate(url)).toEqual([]);
});

async function pooled(url: string): Promise<string> {
  const pooler = await startTransactionPooler(url);
  onTestFinished(pooler.close);
  return pooler.url;
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const next = "20990101000000_next";
const nextSql =
  "ALTER TABLE users ADD COLUMN locale TEXT; ALTER TABLE invoices ADD COLUMN note TEXT;";

it("ignores the migrations of a newer version", async () => {
  const url = await newDatabase();
  expect(await migrate(url, folderWith({ [next]: nextSql }))).toEqual([next]);

  expect(await migrate(url)).toEqual([]);
});

it("keeps the migrations before one that fails", async () => {
  const url = await newDatabase();
  const first = "20990101000000_first";
  const broken = {
    [first]: "ALTER TABLE users ADD COLUMN locale TEXT;",
    "20990102000000_bad": "NO",
  };

  await expect(migrate(url, folderWith(broken))).rejects.toThrow("syntax error");

  const later = { ...broken, "20990102000000_bad": "ALTER TABLE invoices ADD COLUMN note TEXT;" };
  expect(await migrate(url, folderWith(later))).toEqual(["20990102000000_bad"]);
});

describe("while the tables are in use", () => {
  const folder = folderWith({ [next]: nextSql });

  it("yields in a deadlock with a transaction, and finishes after it", async () => {
    const url = await newDatabase();
    await withClient(url, async (client) => {
      await client.query("BEGIN");
      await client.query("SELECT FROM invoices");
      const migrated = migrate(url, folder);
      await untilWaiting(url);

      await client.query("SELECT FROM users");
      await client.query("COMMIT");

      expect(await migrated).toEqual([next]);
    });
  });

  it("does not block others while it waits for a long read", async () => {
    const url = await newDatabase();
    await withClient(url, async (reader) => {
      await reader.query("BEGIN");
      await reader.query("SELECT FROM invoices");
      const migrated = migrate(url, folder);
      await untilWaiting(url);

      await withClient(url, (client) => client.query("SELECT FROM invoices"));
      await reader.query("COMMIT");

      expect(await migrated).toEqual([next]);
    });
  });
});

/** Waits until a transaction in the database waits for a lock. */
async function untilWaiting(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const text = `SELECT FROM pg_stat_activity
                   WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until(async () => (await client.query(text)).rowCount !== 0);
  });
}

/** The migrations that there are, and more. */
function folderWith(more: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "usance-migrations-"));
  folders.push(folder);
  cpSync(new URL("../../prisma/migrations", import.meta.url), folder, { recursive: true });
  for (const [name, sql] of Object.entries(more)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "migration.sql"), sql);
  }
  return folder;
}

async function withClient<T>(url: string, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

/** Columns, indexes, constraints and enums as Postgres itself writes them. */
function describeTables(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ line: string }>(`
      SELECT format('%s.%s %s %s %s', table_name, column_name, data_type,
                    coalesce(numeric_precision::text || ',' || numeric_scale, udt_name), is_nullable)
             || coalesce(' ' || datetime_precision, '') AS line
        FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
      UNION ALL SELECT indexdef FROM pg_indexes
       WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'
      UNION ALL SELECT conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace
         AND conrelid::regclass::text NOT IN ('_prisma_migrations', '-')
      UNION ALL SELECT enumtypid::regtype || ' ' || enumlabel || ' ' || enumsortorder FROM pg_enum
      ORDER BY 1`);
    return rows.map(({ line }) => line);
  });
}

import { readFile } from "node:fs/promises";
import { Client } from "pg";
import { expect, it } from "vitest";
import { newDatabase } from "../../test/harness/database.ts";
import { migrate, schemaChangeAsSql } from "./schema-engine.ts";

it("makes the same tables by its migrations as schema.prisma says", async () => {
  const migrated = await newDatabase();
  const declared = await newDatabase("template0");
  await withClient(declared, async (client) => {
    await client.query(await schemaChangeAsSql(declared, null));
  });

  expect(await describeTables(migrated)).toEqual(await describeTables(declared));
});

it("writes the SQL of a change to the schema", async () => {
  const url = await newDatabase();
  const today = await readFile(new URL("../../prisma/schema.prisma", import.meta.url), "utf8");
  const before = today.replace(/^ +logIndex .*$/m, "");

  expect(await schemaChangeAsSql(url, before)).toContain('ADD COLUMN     "log_index" INTEGER');
  expect(await schemaChangeAsSql(url, today)).toContain("empty migration");
});

it("applies each migration once, however many processes start at the same time", async () => {
  const url = await newDatabase("template0");

  const applied = await Promise.all([migrate(url), migrate(url), migrate(url), migrate(url)]);

  expect(applied.flat()).toEqual([...new Set(applied.flat())]);
  expect(applied.flat().length).toBeGreaterThan(0);
  expect(await migrate(url)).toEqual([]);
});

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

import type { Client } from "pg";

/** The sums of usage: they are of one server, and the service adds them up again on another. */
const ofOneServer = ["usage_sums", "usage_sums_progress"];

/** Every row of the service's own tables as INSERTs, in an order that foreign keys allow. */
export async function dumpTables(database: Client): Promise<string> {
  const statements: string[] = [];
  for (const table of await tablesInOrder(database)) {
    if (ofOneServer.includes(table)) continue;
    const columns = await columnsOf(database, table);
    const values = columns.map((column) => `quote_nullable("${column}"::text)`).join(", ");
    const { rows } = await database.query<{ row: string }>(
      `SELECT concat_ws(', ', ${values}) AS row FROM "${table}" ORDER BY 1`,
    );
    if (rows.length === 0) continue;
    const names = columns.map((column) => `"${column}"`).join(", ");
    const lines = rows.map(({ row }) => `(${row})`).join(",\n");
    statements.push(`INSERT INTO "${table}" (${names}) VALUES\n${lines};\n`);
  }
  return statements.join("\n");
}

/** The rows of a table, and the sum of each of its numeric columns. */
type TableCount = { readonly rows: number } & Readonly<Record<string, string | number | null>>;

export type TableCounts = ReadonlyMap<string, TableCount>;

/** The number of rows in each table, and the sums of their amounts and quantities. */
export async function countTables(database: Client): Promise<TableCounts> {
  const counts = new Map<string, TableCount>();
  for (const table of await tablesInOrder(database)) {
    const columns = await columnsOf(database, table, "numeric");
    const sums = columns.map((column) => `, sum("${column}")::text AS "${column}"`).join("");
    const text = `SELECT count(*)::int AS rows${sums} FROM "${table}"`;
    const [count] = (await database.query<TableCount>(text)).rows;
    if (count !== undefined) counts.set(table, count);
  }
  return counts;
}

/** The tables without a row, and the states without a row, such as `invoice_status VOID`. */
export async function findUnused(database: Client): Promise<string[]> {
  const { rows: states } = await database.query<{ type: string; state: string }>(
    "SELECT enumtypid::regtype::text AS type, enumlabel AS state FROM pg_enum ORDER BY 1, enumsortorder",
  );
  const { rows: columns } = await database.query<{ table: string; column: string; type: string }>(
    `SELECT attrelid::regclass::text AS table, attname AS column, atttypid::regtype::text AS type
       FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid JOIN pg_class ON pg_class.oid = attrelid
      WHERE typtype = 'e' AND relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  );
  const used = new Set<string>();
  for (const { table, column, type } of columns) {
    const { rows } = await database.query<{ state: string }>(
      `SELECT DISTINCT "${column}" AS state FROM ${table}`,
    );
    for (const { state } of rows) used.add(`${type} ${state}`);
  }
  const counts = await countTables(database);
  const empty = [...counts].filter(([, { rows }]) => rows === 0).map(([table]) => table);
  const ours = states.filter(({ type }) => columns.some((column) => column.type === type));
  return [
    ...empty,
    ...ours.map(({ type, state }) => `${type} ${state}`).filter((state) => !used.has(state)),
  ];
}

/** Sorts the tables by their foreign keys: each comes after those that it references. */
async function tablesInOrder(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string; after: string[] }>(
    `SELECT relname AS name,
            ARRAY(SELECT other.relname::text FROM pg_constraint JOIN pg_class other ON other.oid = confrelid
                   WHERE contype = 'f' AND conrelid = own.oid AND confrelid <> conrelid) AS after
       FROM pg_class own
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> '_prisma_migrations'
      ORDER BY relname`,
  );
  const order: string[] = [];
  while (order.length < rows.length) {
    const next = rows.find(
      ({ name, after }) => !order.includes(name) && after.every((one) => order.includes(one)),
    );
    if (next === undefined) throw new Error("Foreign keys go round in a circle.");
    order.push(next.name);
  }
  return order;
}

async function columnsOf(database: Client, table: string, type = "%"): Promise<string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 AND data_type LIKE $2
        AND is_generated = 'NEVER'
      ORDER BY ordinal_position`,
    [table, type],
  );
  return rows.map(({ name }) => name);
}

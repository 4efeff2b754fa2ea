import { Prisma } from "../../src/db/generated/client.ts";

/** A column as Postgres describes it in information_schema.columns. */
export interface PostgresColumn {
  readonly name: string;
  readonly type: string;
  readonly precision: number | null;
  readonly scale: number | null;
  readonly isNullable: boolean;
  /** The values of an enum; null for every other type. */
  readonly labels: readonly string[] | null;
}

/** SQL that lists a table's columns. @param $1 the table */
export const columnsOfTable = `
  SELECT column_name AS name, data_type AS type,
         coalesce(numeric_precision, datetime_precision)::int AS precision,
         numeric_scale::int AS scale, is_nullable = 'YES' AS "isNullable",
         (SELECT array_agg(enumlabel::text ORDER BY enumsortorder) FROM pg_enum
           WHERE enumtypid = to_regtype(quote_ident(udt_name))) AS labels
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1`;

/** All values differ, so that each row can have its own in a unique column. */
const texts = [
  "",
  "2026-12-31T23:59:59.999Z",
  '"quoted" \\ \n\t {} [] \u007f',
  "9007199254740993.000001",
  "null",
  "\u{1f600}".repeat(255),
  "NaN",
  "-0.000001",
  "true",
  "%s %%",
  "$1",
  "1e400",
  "é",
  "the last",
];

const times = [
  "0001-01-01T00:00:00.000Z",
  "1969-12-31T23:59:59.999Z",
  "2025-12-31T23:59:59.999Z",
  "2026-01-01T00:00:00.001Z",
  "9999-12-31T23:59:59.999Z",
].map((text) => new Date(text));

const jsons = [
  { amount: "1.5", chainId: "1", createdAt: "2026-01-01T00:00:00.000Z", data: [{ paidAt: "x" }] },
  [],
  Prisma.JsonNull,
  "2026-01-01T00:00:00.000Z",
  Number.MAX_SAFE_INTEGER,
  [{ "": null }, [false, "\u{1f600}", 1.000_000_000_000_000_2]],
];

const lists = [[], ["", "a,b", '{"}', "NULL", "\\", "2026-01-01T00:00:00.000Z"]];

/** The largest, smallest and most misleading values of a column, as the Prisma client takes them. */
function extremesOf({ type, precision, scale, labels }: PostgresColumn): readonly unknown[] {
  switch (type) {
    case "text":
    case "character varying":
      return texts;
    case "boolean":
      return [true, false];
    case "smallint":
      return [2 ** 15 - 1, -(2 ** 15), 0];
    case "integer":
      return [2 ** 31 - 1, -(2 ** 31), 0];
    case "bigint":
      return [2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n, 0n];
    case "json":
    case "jsonb":
      return jsons;
    case "numeric":
      return numbersOf(precision ?? 0, scale ?? 0);
    case "timestamp with time zone":
      if (precision === 3) return times;
      break;
    case "ARRAY":
      return lists;
    case "USER-DEFINED":
      if (labels !== null) return labels;
  }
  throw new Error(`A column of type ${type} (${precision}, ${scale}) has no extreme values yet.`);
}

function numbersOf(precision: number, scale: number): Prisma.Decimal[] {
  const max = `${"9".repeat(precision - scale)}.${"9".repeat(scale)}`;
  const min = scale === 0 ? "1" : `0.${"1".padStart(scale, "0")}`;
  return [max, `-${max}`, min, "0"].map((text) => new Prisma.Decimal(text));
}

/**
 * Rows that together have every extreme value of every column. The last row has null in every column that allows it, except in
 * lists, where the Prisma client never writes null.
 */
export function extremeRows(
  fields: readonly { readonly field: string; readonly column: PostgresColumn }[],
): Record<string, unknown>[] {
  const columns = fields.map(({ field, column }) => ({ field, column, all: extremesOf(column) }));
  const length = Math.max(...columns.map(({ all }) => all.length));
  return Array.from({ length }, (_, row) =>
    Object.fromEntries(
      columns.map(({ field, column, all }) => {
        const isNull = row === length - 1 && column.isNullable && column.type !== "ARRAY";
        return [field, isNull ? null : all[row % all.length]];
      }),
    ),
  );
}

import type { Queryable } from "./client.ts";
import { columnOf } from "./columns.ts";
import { Prisma } from "./generated/client.ts";
import { readPrepared, type Statement } from "./prepared.ts";

/*
 * Records as Postgres makes JSON of them: one statement reads a record with all that it nests, where
 * Prisma's own nesting is a statement for each.
 */

type FromText = (text: string) => unknown;

/** Numbers that JSON's would not hold exactly travel as texts. */
const numbers: Readonly<Record<string, FromText>> = {
  amount: (text) => new Prisma.Decimal(text),
  quantity: (text) => new Prisma.Decimal(text),
  chainId: BigInt,
  submittedBlock: BigInt,
  validUntil: BigInt,
  blockNumber: BigInt,
  gasUsed: BigInt,
  gasAtRisk: BigInt,
};

const isTime = (field: string) => /(?:At|PeriodStart|PeriodEnd|billingAnchor)$/.test(field);

/**
 * @param alias the record's table in the statement
 * @param fields as the client names them
 * @param nested SQL of what else stands in the record, by its name there
 * @returns SQL of a JSON object
 */
export function jsonObject(
  alias: string,
  fields: Readonly<Record<string, string>>,
  nested: Readonly<Record<string, string>> = {},
): string {
  const own = Object.values(fields).map((field) => {
    const column = `"${alias}".${columnOf(field)}`;
    return `'${field}', ${field in numbers ? `${column}::text` : column}`;
  });
  const others = Object.entries(nested).map(([name, sql]) => `'${name}', ${sql}`);
  return `json_build_object(${[...own, ...others].join(", ")})`;
}

/** @returns SQL of the same for a record that may be none; its table is joined from the left */
export const jsonObjectOrNull = (alias: string, fields: Readonly<Record<string, string>>): string =>
  `CASE WHEN "${alias}".id IS NOT NULL THEN ${jsonObject(alias, fields)} END`;

/** @returns SQL of a JSON array of a table's rows, newest first; `one` is the table's alias */
export function jsonList(fields: Readonly<Record<string, string>>, from: string): string {
  const newestFirst = "ORDER BY one.created_at DESC, one.id DESC";
  return `(SELECT coalesce(json_agg(${jsonObject("one", fields)} ${newestFirst}), '[]') FROM ${from})`;
}

/** @param statement answers with a column `record` of JSON objects */
export async function readRecords<Row>(
  db: Queryable,
  statement: Statement,
  values: readonly unknown[],
): Promise<Row[]> {
  const rows = await readPrepared<{ readonly record: object }>(db, statement, values);
  return rows.map(({ record }) => revived<Row>(record));
}

/** Gives the fields of a record of JSON the values that the client would have given them. */
export function revived<Row>(record: object): Row {
  const row: Record<string, unknown> = {};
  const given = record as Readonly<Record<string, unknown>>;
  for (const field in given) row[field] = clientValue(field, given[field]);
  return row as Row;
}

function clientValue(field: string, value: unknown): unknown {
  if (typeof value === "string") return fromText(field)?.(value) ?? value;
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? value.map((one) => revived(one)) : revived(value);
}

/** How the text of a field is read, by the field's name; null for what is a text. */
const readers = new Map<string, FromText | null>();

function fromText(field: string): FromText | null {
  const known = readers.get(field);
  if (known !== undefined) return known;
  const reader = numbers[field] ?? (isTime(field) ? (text: string) => new Date(text) : null);
  readers.set(field, reader);
  return reader;
}

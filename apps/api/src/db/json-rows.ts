import { columnOf } from "./columns.ts";
import { Prisma } from "./generated/client.ts";

/*
 * Records as Postgres makes JSON of them: one statement reads a record with all that it nests, where
 * Prisma's own nesting is a statement for each.
 */

/** Numbers that JSON's would not hold exactly: they travel as texts. */
const decimals = new Set(["amount", "quantity"]);
const bigints = new Set(["chainId", "submittedBlock", "validUntil", "blockNumber"]);
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
    const isText = decimals.has(field) || bigints.has(field);
    return `'${field}', ${isText ? `${column}::text` : column}`;
  });
  const others = Object.entries(nested).map(([name, sql]) => `'${name}', ${sql}`);
  return `json_build_object(${[...own, ...others].join(", ")})`;
}

/** @returns SQL of a JSON array of a table's rows, newest first; `one` is the table's alias */
export function jsonList(fields: Readonly<Record<string, string>>, from: string): string {
  const newestFirst = "ORDER BY one.created_at DESC, one.id DESC";
  return `(SELECT coalesce(json_agg(${jsonObject("one", fields)} ${newestFirst}), '[]') FROM ${from})`;
}

/** Gives the fields of a record of JSON the values that the client would have given them. */
export function revived<Row>(record: object): Row {
  const row: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(record)) row[field] = clientValue(field, value);
  return row as Row;
}

function clientValue(field: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => revived(one));
  if (typeof value === "object" && value !== null) return revived(value);
  if (typeof value !== "string") return value;
  if (decimals.has(field)) return new Prisma.Decimal(value);
  if (bigints.has(field)) return BigInt(value);
  return isTime(field) ? new Date(value) : value;
}

import { tables } from "./generated/tables.ts";
import { type Column, type Model, type NestedRows, selected } from "./json-rows.ts";

/*
 * Records that Postgres writes as the JSON of an answer, so that the process does not parse them, check them and write
 * them again. The text is the same, byte for byte, as the one that the operation's output schema makes of the records;
 * tests compare both. Everything here is SQL of type text.
 */

/** SQL of a value that may be NULL: the text is then `null`. */
const orNull = (sql: string) => `coalesce(${sql}, 'null')`;

/** SQL of a JSON string around a text that needs no escapes. */
const quoted = (sql: string) => `'"' || ${sql} || '"'`;

/**
 * A row as a JSON object.
 *
 * @param alias the name of the model's table in the statement
 * @param schema of the answer, which names the fields and their order
 * @param more SQL of fields that are no columns, or are not shown as they are stored
 * @throws Error when a field of the schema is neither a column nor in `more`
 */
export function objectText(
  alias: string,
  model: Model,
  { shape }: { readonly shape: Readonly<Record<string, Field>> },
  more: Readonly<Record<string, string>> = {},
): string {
  const columns: Readonly<Record<string, Column>> = tables[model].columns;
  const pairs = Object.entries(shape).map(([field, schema], place) => {
    const column = columns[field];
    const stored = `"${alias}".${column?.column}`;
    const sql = more[field] ?? (column && columnText(stored, column));
    if (sql === undefined) throw new Error(`${model} has no column for ${field}.`);
    const pair = `'${place === 0 ? "" : ","}"${field}":' || ${sql}`;
    return isOptional(schema) ? `CASE WHEN ${stored} IS NULL THEN '' ELSE ${pair} END` : pair;
  });
  return `'{' || ${pairs.join(" || ")} || '}'`;
}

/** A field of a schema. */
interface Field {
  readonly _zod: { readonly optout?: string | undefined };
}

/** Whether an answer omits the field where its column is null. */
const isOptional = ({ _zod }: Field) => _zod.optout === "optional";

/** The same for a table joined from the left: `null` where the join found no row. */
export const objectTextOrNull = (...of: Parameters<typeof objectText>): string =>
  `CASE WHEN "${of[0]}".id IS NULL THEN 'null' ELSE ${objectText(...of)} END`;

/** Rows as a JSON array. @param item SQL of an item */
export function listText(item: string, of: NestedRows): string {
  const { rows, order } = selected(of);
  return `'[' || coalesce((SELECT string_agg(${item}, ',' ORDER BY ${order}) FROM ${rows}), '') || ']'`;
}

/** A decimal as a JSON string, with the places of its column. */
export const decimalText = (sql: string): string => quoted(`(${sql})::text`);

/** A price as a JSON string: with at least six places, and more if it has them. */
export const priceText = (sql: string): string =>
  decimalText(`round(${sql}, greatest(6, min_scale(${sql})))`);

/** A text that may have any characters. */
export const stringText = (sql: string): string => orNull(`to_json(${sql})::text`);

function columnText(sql: string, column: Column): string {
  if (column.isList) return stringText(sql);
  if (column.kind === "enum") return orNull(quoted(`${sql}::text`));
  switch (column.type) {
    case "DateTime":
      return orNull(quoted(`to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`));
    case "Decimal":
    case "BigInt":
      return orNull(decimalText(sql));
    case "Boolean":
    case "Int":
      return orNull(`${sql}::text`);
    case "String":
    case "Json":
      return stringText(sql);
  }
}

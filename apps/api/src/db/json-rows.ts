import { Prisma } from "./generated/client.ts";
import { tables } from "./generated/tables.ts";
import { type AnyTransaction, runStatement, type Statement } from "./statements.ts";

/*
 * Rows that Postgres returns as JSON. One statement reads a record with everything nested in it, where
 * Prisma sends one statement for each relation.
 */

/** A model of schema.prisma. */
export type Model = Prisma.ModelName;

/** A row of a model's table as the Prisma client reads it, without relations. */
export type RowOf<Name extends Model> = Prisma.TypeMap["model"][Name]["payload"]["scalars"];

/** Rows that a statement lists in a record. */
export interface NestedRows {
  /** What follows FROM; it names the table `one`. */
  readonly from: string;
  /** What follows ORDER BY. Default: newest first. */
  readonly order?: string;
  /** How many rows at most, the first. Default: all. */
  readonly max?: number;
}

const newestFirst = "one.created_at DESC, one.id DESC";

/** SQL of the rows that remain, and of their order. */
export function selected({ from, order = newestFirst, max }: NestedRows): {
  readonly rows: string;
  readonly order: string;
} {
  if (max === undefined) return { rows: from, order };
  return { rows: `(SELECT one.* FROM ${from} ORDER BY ${order} LIMIT ${max}) AS one`, order };
}

/** How a column travels as JSON. */
interface JsonCodec {
  /** Added to the column in SQL, where a JSON number would lose digits. */
  readonly cast?: "::text";
  /** Turns the JSON value, which is not null, into what the Prisma client returns; left out where it is that. */
  readonly read?: (json: never) => unknown;
}

type Tables = typeof tables;
type ColumnsOf<Name extends keyof Tables> = Tables[Name]["columns"];

/** A column of any model, as schema.prisma describes it. */
export type Column = {
  [Name in keyof Tables]: ColumnsOf<Name>[keyof ColumnsOf<Name>];
}[keyof Tables];

type ListType = Extract<Column, { isList: true }>["type"];
type ScalarType = Extract<Column, { isList: false; kind: "scalar" }>["type"];

const asIs: JsonCodec = {};

/* A schema with a column of another type does not compile until the type has a codec here. */

const scalars: Readonly<Record<ScalarType, JsonCodec>> = {
  String: asIs,
  Boolean: asIs,
  Int: asIs,
  Json: asIs,
  DateTime: { read: (text: string) => new Date(text) },
  Decimal: { cast: "::text", read: (text: string) => new Prisma.Decimal(text) },
  BigInt: { cast: "::text", read: (text: string) => BigInt(text) },
};

const lists: Readonly<Record<ListType, JsonCodec>> = { String: asIs };

/** The codec of a column, by its type in schema.prisma. */
function jsonCodecOf(column: Column): JsonCodec {
  if (column.isList) return lists[column.type];
  return column.kind === "enum" ? asIs : scalars[column.type];
}

/** A JSON value: its SQL, and how it is read. */
export interface SqlJson<Value> {
  readonly sql: string;
  /** Takes the parsed JSON value, which is not null, and may change it in place. */
  readonly read: (json: unknown) => Value;
}

type NestedJson = Readonly<Record<string, SqlJson<unknown>>>;

type NestedValues<Nested extends NestedJson> = {
  [Name in keyof Nested]: Nested[Name] extends SqlJson<infer Value> ? Value : never;
};

/**
 * A row as a JSON object. Made once for a statement: the row's columns and their types are looked up here.
 *
 * @param alias the name of the model's table in the statement
 * @param nested more fields of the object
 */
export function jsonObject<Name extends Model>(alias: string, model: Name): SqlJson<RowOf<Name>>;
export function jsonObject<Name extends Model, Nested extends NestedJson>(
  alias: string,
  model: Name,
  nested: Nested,
): SqlJson<RowOf<Name> & NestedValues<Nested>>;
export function jsonObject(alias: string, model: Model, nested: NestedJson = {}): SqlJson<unknown> {
  return jsonOf(alias, Object.entries<Column>(tables[model].columns), nested);
}

/** Some columns of a row as a JSON object. @param nested more fields of the object */
export function jsonFields<
  Name extends Model,
  Field extends string & keyof RowOf<Name>,
  Nested extends NestedJson,
>(
  alias: string,
  model: Name,
  fields: readonly Field[],
  nested: Nested,
): SqlJson<Pick<RowOf<Name>, Field> & NestedValues<Nested>>;
export function jsonFields(
  alias: string,
  model: Model,
  fields: readonly string[],
  nested: NestedJson,
): SqlJson<unknown> {
  const columns = Object.entries<Column>(tables[model].columns);
  const some = columns.filter(([field]) => fields.includes(field));
  return jsonOf(alias, some, nested);
}

function jsonOf(
  alias: string,
  of: readonly (readonly [string, Column])[],
  nested: NestedJson,
): SqlJson<unknown> {
  const columns = of.map(([field, column]) => {
    const { cast = "", read } = jsonCodecOf(column);
    return { field, sql: `"${alias}".${column.column}${cast}`, read };
  });
  const others = Object.entries(nested).map(([field, json]) => ({ field, ...json }));
  const fields = [...columns, ...others];
  const pairs = fields.map(({ field, sql }) => `'${field}', ${sql}`);
  return { sql: `json_build_object(${pairs.join(", ")})`, read: objectReader(fields) };
}

/** The same for a table joined from the left: null where the join found no row. */
export function jsonObjectOrNull<Name extends Model>(
  alias: string,
  model: Name,
): SqlJson<RowOf<Name> | null> {
  const { sql, read } = jsonObject(alias, model);
  return { sql: `CASE WHEN "${alias}".id IS NOT NULL THEN ${sql} END`, read };
}

/** Rows as a JSON array. */
export function jsonList<Name extends Model>(model: Name, of: NestedRows): SqlJson<RowOf<Name>[]> {
  const { sql, read } = jsonObject("one", model);
  const { rows, order } = selected(of);
  return {
    sql: `(SELECT coalesce(json_agg(${sql} ORDER BY ${order}), '[]') FROM ${rows})`,
    read: (list) => (list as unknown[]).map(read),
  };
}

/**
 * How many rows there are, counted up to a number. The order makes Postgres read the range of an index that has it,
 * also when most rows of the table would match.
 *
 * @param from what follows FROM; it names the table `one`
 */
export function jsonCount(from: string, max: number): SqlJson<number> {
  return {
    sql: `(SELECT count(*) FROM (SELECT FROM ${from} ORDER BY ${newestFirst} LIMIT ${max}) AS counted)`,
    read: (count) => count as number,
  };
}

/** What a statement's records are. */
export type RecordOf<Of> = Of extends RecordStatement<infer Row> ? Row : never;

/** A statement whose rows have one column, `record`. */
export interface RecordStatement<Row> extends Statement {
  readonly read: SqlJson<Row>["read"];
}

/** @param rest the statement's SQL from FROM on */
export function recordStatement<Row>(
  name: string,
  record: SqlJson<Row>,
  rest: string,
): RecordStatement<Row> {
  return { name, text: `SELECT ${record.sql} AS record ${rest}`, read: record.read };
}

/** Runs a statement and reads its records. */
export async function readRecords<Row>(
  db: AnyTransaction,
  { read, ...statement }: RecordStatement<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  const rows = await runStatement<{ readonly record: unknown }>(db, statement, values);
  return rows.map(({ record }) => read(record));
}

interface FieldReader {
  readonly field: string;
  readonly read?: JsonCodec["read"];
}

/** Visits only the fields whose JSON value is not the final one. */
function objectReader(fields: readonly FieldReader[]): (json: unknown) => unknown {
  const steps = fields.flatMap(({ field, read }) =>
    read === undefined ? [] : [{ field, read: read as SqlJson<unknown>["read"] }],
  );
  return (json) => {
    const row = json as Record<string, unknown>;
    for (const { field, read } of steps) {
      const value = row[field];
      if (value !== null) row[field] = read(value);
    }
    return row;
  };
}

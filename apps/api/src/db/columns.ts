import { Prisma } from "./generated/client.ts";
import type { tables } from "./generated/tables.ts";

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

export const newestFirst = "one.created_at DESC, one.id DESC";

/** SQL of the rows that remain, and of their order. */
export function selected({ from, order = newestFirst, max }: NestedRows): {
  readonly rows: string;
  readonly order: string;
} {
  if (max === undefined) return { rows: from, order };
  return { rows: `(SELECT one.* FROM ${from} ORDER BY ${order} LIMIT ${max}) AS one`, order };
}

/** How a column travels as JSON. */
export interface JsonCodec {
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
export function jsonCodecOf(column: Column): JsonCodec {
  if (column.isList) return lists[column.type];
  return column.kind === "enum" ? asIs : scalars[column.type];
}

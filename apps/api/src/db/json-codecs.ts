import { Prisma } from "./generated/client.ts";
import type { tables } from "./generated/tables.ts";

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

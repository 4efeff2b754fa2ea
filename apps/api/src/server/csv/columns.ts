import { z } from "zod";
import type { ListItem } from "../../operation/operation.ts";

/** A column: the fields that lead from an item to its value. Its name joins them with dots. */
export interface CsvColumn {
  readonly name: string;
  readonly path: readonly string[];
}

/**
 * The columns of a list, from the schema of its items: one per field, also of nested objects, in their order. Where there
 * are several kinds of items, each field that one of them has is a column.
 */
export function columnsOf(item: ListItem): CsvColumn[] {
  const paths = item instanceof z.ZodObject ? pathsOf(item, []) : fieldsOf(item);
  return paths.map((path) => ({ name: path.join("."), path }));
}

function fieldsOf({ options }: Exclude<ListItem, z.ZodObject>): (readonly string[])[] {
  const fields = options.flatMap(({ shape }) => Object.keys(shape));
  return [...new Set(fields)].map((field) => [field]);
}

/** @returns undefined where a nested object is null */
export function valueAt(item: unknown, { path }: CsvColumn): unknown {
  return path.reduce<unknown>((at, field) => Object(at)[field], item);
}

function pathsOf(schema: z.ZodObject, path: readonly string[]): (readonly string[])[] {
  return Object.entries<unknown>(schema.shape).flatMap(([field, of]) => {
    const at = [...path, field];
    const inner = answered(of);
    return inner instanceof z.ZodObject ? pathsOf(inner, at) : [at];
  });
}

/** Returns the schema of what a field answers with. */
function answered(schema: unknown): unknown {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) {
    return answered(schema.unwrap());
  }
  return schema instanceof z.ZodPipe ? answered(schema.out) : schema;
}

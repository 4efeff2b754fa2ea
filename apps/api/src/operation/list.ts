import { z } from "zod";

/** How an operation answers with a list: which field has the items, and the schema of an item. */
export interface ListShape {
  readonly items: string;
  readonly item: ListItem;
}

/** A record, or one of several kinds of records. */
export type ListItem = z.ZodObject | z.ZodUnion<readonly z.ZodObject[]>;

/** @returns null unless an answer is a page of a list: an array of objects, and the cursor of the next page */
export function listShapeOf(output: z.ZodType): ListShape | null {
  if (!(output instanceof z.ZodObject) || !("nextCursor" in output.shape)) return null;
  const { nextCursor: _, ...others } = output.shape;
  const [[items, field] = [], ...more] = Object.entries<unknown>(others);
  if (items === undefined || more.length > 0 || !(field instanceof z.ZodArray)) return null;
  const { element } = field;
  return isItem(element) ? { items, item: element } : null;
}

function isItem(schema: unknown): schema is ListItem {
  if (schema instanceof z.ZodUnion) return schema.options.every(isItem);
  return schema instanceof z.ZodObject;
}

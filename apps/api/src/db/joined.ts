import { Prisma } from "./generated/client.ts";

const { raw, join } = Prisma;

/** A table of a joined row: its name in the query, and the fields of it that the row is to have. */
export interface Joined {
  /** The table's alias; the row itself has none. */
  readonly as: string;
  /** As the client names them; the columns are the same in snake_case. */
  readonly fields: readonly string[];
}

/**
 * The columns of a row and of the records that it belongs to, for a query that reads all of them at
 * once: Prisma's own nesting is a statement for each record.
 *
 * @param row the row's own table
 * @param nested whose fields stand under the table's alias: `invoice.paidAt`
 */
export function joinedColumns(row: Joined, nested: readonly Joined[]): Prisma.Sql {
  const own = row.fields.map((field) => raw(`"${row.as}"."${snakeCase(field)}" AS "${field}"`));
  const others = nested.flatMap(({ as, fields }) =>
    fields.map((field) => raw(`"${as}"."${snakeCase(field)}" AS "${as}.${field}"`)),
  );
  return join([...own, ...others]);
}

/**
 * Puts the fields of each record that a row belongs to into an object of their own.
 *
 * @returns null for a record that is not there: it has no id
 */
export function unjoin(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  const nested: Record<string, Record<string, unknown>> = {};
  for (const [name, value] of Object.entries(row)) {
    const dot = name.indexOf(".");
    if (dot < 0) {
      whole[name] = value;
      continue;
    }
    const as = name.slice(0, dot);
    nested[as] ??= {};
    nested[as][name.slice(dot + 1)] = value;
  }
  for (const [as, record] of Object.entries(nested)) {
    whole[as] = record.id === null ? null : record;
  }
  return whole;
}

const snakeCase = (field: string) =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

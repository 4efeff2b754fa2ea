import { Prisma } from "./generated/client.ts";

const { raw, join } = Prisma;

/**
 * The columns of a table as the client names them, for statements of our own.
 *
 * @param alias the table's in the statement
 * @param fields of the model: `Prisma.InvoiceScalarFieldEnum`
 */
export function columnsOf(alias: string, fields: Readonly<Record<string, string>>): Prisma.Sql {
  const names = Object.values(fields);
  return join(names.map((field) => raw(`"${alias}".${columnOf(field)} AS "${field}"`)));
}

/** The column of a field: the same name in snake_case. */
export const columnOf = (field: string) =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

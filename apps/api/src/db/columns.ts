import { Prisma } from "./generated/client.ts";
import { tables } from "./generated/tables.ts";

const { raw, join } = Prisma;

/** A model of schema.prisma. */
export type Model = Prisma.ModelName;

/** A row of a model's table as the Prisma client reads it, without relations. */
export type RowOf<Name extends Model> = Prisma.TypeMap["model"][Name]["payload"]["scalars"];

/** The columns of a model's table, each under its field's name, for a SELECT list. */
export function columnsOf(alias: string, model: Model): Prisma.Sql {
  const columns = Object.entries(tables[model].columns);
  return join(columns.map(([field, { column }]) => raw(`"${alias}".${column} AS "${field}"`)));
}

import type { Prisma } from "./generated/client.ts";

/** A model of schema.prisma. */
export type Model = Prisma.ModelName;

/** A row of a model's table as the Prisma client reads it, without relations. */
export type RowOf<Name extends Model> = Prisma.TypeMap["model"][Name]["payload"]["scalars"];

import type { DueRecord } from "../lib/sweep.ts";
import type { Tenant } from "../lib/tenant.ts";
import type { Queryable } from "./client.ts";
import { Prisma } from "./generated/client.ts";

const { sql, empty } = Prisma;

/** Where a table says that something is due. It needs an index on (at, id) of the rows in this state. */
interface DueColumn {
  readonly table: Prisma.Sql;
  readonly at: Prisma.Sql;
  /** The state as a literal: a parameter would not match the index's condition. */
  readonly status: Prisma.Sql;
}

/**
 * Reads a page of a tenant's records that are due, oldest first.
 *
 * @param after the record after which the page begins; null: the first page
 */
export type FindDue = (
  at: { readonly db: Queryable; readonly tenant: Tenant; readonly now: Date },
  after: DueRecord | null,
) => Promise<DueRecord[]>;

/** How many records a page has at most. */
export const pageSize = 100;

/** Finds the records of a table that are due. */
export const dueFinder =
  ({ table, at, status }: DueColumn): FindDue =>
  ({ db, tenant, now }, after) =>
    db.$queryRaw<DueRecord[]>`
    SELECT id, ${at} AS "dueAt" FROM ${table}
     WHERE status = ${status} AND ${at} <= ${now}
       ${after === null ? empty : sql`AND (${at}, id) > (${after.dueAt}, ${after.id})`}
       ${tenant === null ? empty : sql`AND owner_id = ${tenant}`}
     ORDER BY ${at}, id LIMIT ${pageSize}`;

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

/** A page of what is due. */
export interface DuePage {
  /** Whose records are read. */
  readonly tenant: Tenant;
  readonly now: Date;
  /** The record after which the page begins; null: the first page. */
  readonly after: DueRecord | null;
}

/** How many records a page has at most. */
export const pageSize = 100;

/** Reads a page of the records whose time has come, oldest first. */
export function readDue(
  db: Queryable,
  { table, at, status }: DueColumn,
  { tenant, now, after }: DuePage,
): Promise<DueRecord[]> {
  return db.$queryRaw<DueRecord[]>`
    SELECT id, ${at} AS "dueAt" FROM ${table}
     WHERE status = ${status} AND ${at} <= ${now}
       ${after === null ? empty : sql`AND (${at}, id) > (${after.dueAt}, ${after.id})`}
       ${tenant === null ? empty : sql`AND owner_id = ${tenant}`}
     ORDER BY ${at}, id LIMIT ${pageSize}`;
}

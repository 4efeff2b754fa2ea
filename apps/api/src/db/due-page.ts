import type { Tenant } from "../kit/tenant.ts";
import type { DueRecord } from "../kit/time-limit.ts";
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

/** Whose records are looked for, and at which time. */
interface DueAt {
  readonly db: Queryable;
  readonly tenant: Tenant;
  readonly now: Date;
  /** The test clock whose services' records are looked for; null: those of all services that are on none. */
  readonly testClockId: string | null;
}

/**
 * Reads a page of a tenant's records that are due, oldest first.
 *
 * @param after the record after which the page begins; null: the first page
 */
export type FindDue = (at: DueAt, after: DueRecord | null) => Promise<DueRecord[]>;

/** The condition that the services of records are on a test clock, or on none: few are, so Postgres reads these first. */
export const onTestClock = (serviceId: Prisma.Sql, testClockId: string | null): Prisma.Sql =>
  testClockId === null
    ? sql`${serviceId} NOT IN (SELECT service_id FROM services_on_test_clocks)`
    : sql`${serviceId} IN (SELECT service_id FROM services_on_test_clocks WHERE test_clock_id = ${testClockId})`;

/** How many records a page has at most. */
export const pageSize = 100;

/** Finds the records of a table that are due. */
export const dueFinder =
  ({ table, at, status }: DueColumn): FindDue =>
  ({ db, tenant, now, testClockId }, after) =>
    db.$queryRaw<DueRecord[]>`
    SELECT id, ${at} AS "dueAt" FROM ${table} due
     WHERE status = ${status} AND ${at} <= ${now}
       AND ${onTestClock(sql`due.service_id`, testClockId)}
       ${after === null ? empty : sql`AND (${at}, id) > (${after.dueAt}, ${after.id})`}
       ${tenant === null ? empty : sql`AND owner_id = ${tenant}`}
     ORDER BY ${at}, id LIMIT ${pageSize}`;

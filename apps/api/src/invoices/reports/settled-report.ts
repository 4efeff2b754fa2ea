import { getReferencedService } from "../../catalog/services/services.ts";
import { inSnapshot, type Queryable } from "../../db/client.ts";
import { Prisma } from "../../db/generated/client.ts";
import { inKnownTimeZone, runStatement } from "../../db/statements.ts";
import { unknownTimeZone } from "../../kit/date-time.ts";
import type { Tenant } from "../../kit/tenant.ts";
import { read } from "../../operation/define.ts";
import { invoiceStatuses } from "../../schemas/records.ts";
import { OneSettledReport, reportTooLong, SettledReportQuery } from "../../schemas/reports.ts";
import { referencedServiceNotFound } from "../../schemas/services.ts";
import { settlementStatuses, statesShownAs } from "../../schemas/settlement-states.ts";

const { join, sql } = Prisma;

/** What a report adds up. */
export interface ReportQuery {
  readonly serviceId?: string | undefined;
  readonly ownerId?: string | undefined;
  /** As Postgres knows it. */
  readonly timeZone: string;
  readonly from: Date;
  readonly to: Date;
}

interface AmountOfStatus<Status> {
  readonly status: Status;
  readonly amount: Prisma.Decimal;
  readonly count: number;
}

/** Amounts by status, for the whole time and for each day that has any, oldest first. */
interface Amounts<Status> {
  readonly totals: AmountOfStatus<Status>[];
  readonly days: (AmountOfStatus<Status> & { readonly day: string })[];
}

/** A table of amounts. Its indexes of the owner and of the service go on with created_at. */
interface Billed<Status> {
  readonly table: Prisma.Sql;
  readonly owner: Prisma.Sql;
  /** Null where callers do not see the row. */
  readonly user: Prisma.Sql;
  /** What is added up. */
  readonly amount: Prisma.Sql;
  /** The status that callers see, and all that there are. */
  readonly status: Prisma.Sql;
  readonly statuses: readonly Status[];
  /** Which rows count. */
  readonly counted: Prisma.Sql;
}

const invoices: Billed<(typeof invoiceStatuses)[number]> = {
  table: sql`invoices`,
  owner: sql`owner_id`,
  user: sql`user_id`,
  amount: sql`amount - credited_before_payment`, // as amountDue computes it
  status: sql`status::text`,
  statuses: invoiceStatuses,
  counted: sql`(status <> 'OPEN' OR amount > 0)`, // nothing is due of an open invoice of zero
};

const shown = settlementStatuses.map((status) => {
  const states = statesShownAs[status].map((state) => sql`${state}::settlement_status`);
  return sql`WHEN status IN (${join(states)}) THEN ${status}`;
});

const settlements: Billed<(typeof settlementStatuses)[number]> = {
  table: sql`settlements`,
  owner: sql`merchant_id`,
  user: sql`payer_id`,
  amount: sql`amount`,
  status: sql`CASE ${join(shown, " ")} END`,
  statuses: settlementStatuses,
  counted: sql`true`,
};

/**
 * Adds up invoices and settlements exactly by day of creation and status, each from one range of an index, in one
 * snapshot.
 *
 * @throws DatabaseError when Postgres does not know the time zone (`inKnownTimeZone`)
 */
export function sumByDay(
  db: Queryable,
  tenant: Tenant,
  query: ReportQuery,
): Promise<{
  invoices: Amounts<(typeof invoiceStatuses)[number]>;
  settlements: Amounts<(typeof settlementStatuses)[number]>;
}> {
  return inSnapshot(db, async (tx) => ({
    invoices: await amountsOf(tx, invoices, tenant, query),
    settlements: await amountsOf(tx, settlements, tenant, query),
  }));
}

/** Numbers come as text: they are exact. */
interface Row {
  /** null: the whole time. */
  readonly day: string | null;
  readonly status: string;
  readonly amount: string;
  readonly count: string;
}

async function amountsOf<Status extends string>(
  db: Queryable,
  { table, owner, user, amount, status, statuses, counted }: Billed<Status>,
  tenant: Tenant,
  { serviceId, ownerId, timeZone, from, to }: ReportQuery,
): Promise<Amounts<Status>> {
  const conditions = [
    sql`created_at >= ${from}`,
    sql`created_at < ${to}`,
    sql`${user} IS NOT NULL`,
    counted,
    ...(serviceId === undefined ? [] : [sql`service_id = ${serviceId}`]),
    ...[tenant, ownerId].flatMap((id) =>
      id === null || id === undefined ? [] : [sql`${owner} = ${id}`],
    ),
  ];
  const { text, values } = sql`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, status, sum(amount) AS amount, count(*) AS count
      FROM (SELECT date_trunc('day', created_at AT TIME ZONE ${timeZone}) AS day,
                   ${status} AS status, ${amount} AS amount
              FROM ${table} WHERE ${join(conditions, " AND ")}) AS billed
     GROUP BY GROUPING SETS ((status), (status, day))
     ORDER BY billed.day, status COLLATE "C"`;
  const rows = (await runStatement<Row>(db, { text }, values)).flatMap((row) => {
    const known = statuses.find((one) => one === row.status);
    if (known === undefined) return [];
    const sums = { amount: new Prisma.Decimal(row.amount), count: Number(row.count) };
    return [{ day: row.day, status: known, ...sums }];
  });
  return {
    totals: rows.flatMap(({ day, ...sums }) => (day === null ? [sums] : [])),
    days: rows.flatMap(({ day, ...sums }) => (day === null ? [] : [{ day, ...sums }])),
  };
}

export const getSettledReport = read("GET /reports/settled", {
  name: "reports.settled",
  cost: "large",
  summary: "Add up invoices and settlements by day",
  description:
    "Returns exact amounts and counts of the invoices and settlements that were created between `from` and `to`, by day and present status. Due expiries are applied first.",
  refusals: { reportTooLong, unknownTimeZone, referencedServiceNotFound },
  input: SettledReportQuery,
  output: OneSettledReport,
  run: async (work, query) => {
    const { serviceId = null, timeZone, from, to } = query;
    if (serviceId !== null) await getReferencedService(work, serviceId);
    await work.due.advanceAll(work, "invoices");
    const sums = await inKnownTimeZone(() => sumByDay(work.db, work.tenant, query));
    return { settledReport: { serviceId, timeZone, from, to, ...sums } };
  },
});

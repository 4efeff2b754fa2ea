import { z } from "zod";
import { getReferencedService } from "../../catalog/services/services.ts";
import { inSnapshot, type Queryable } from "../../db/client.ts";
import { Prisma } from "../../db/generated/client.ts";
import { inKnownTimeZone, runStatement } from "../../db/statements.ts";
import { amountOut, component, id, timeOut } from "../../kit/answers.ts";
import { isWithinDays, timeZone, unknownTimeZone, utc } from "../../kit/date-time.ts";
import { dateTime, filterId, omittable, request } from "../../kit/fields.ts";
import type { RefusalTerms } from "../../kit/refusal.ts";
import type { Tenant } from "../../kit/tenant.ts";
import { read } from "../../operation/define.ts";
import { invoiceStatuses } from "../../schemas/records.ts";
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

/** A table of amounts. Its indexes of the owner and of the service continue with created_at. */
interface Billed<Status> {
  readonly table: Prisma.Sql;
  readonly owner: Prisma.Sql;
  /** Null where callers do not see the row. */
  readonly user: Prisma.Sql;
  /** What is added up. */
  readonly amount: Prisma.Sql;
  /** The status that callers see, and all of its values. */
  readonly status: Prisma.Sql;
  readonly statuses: readonly Status[];
  /** Which rows count. */
  readonly counted: Prisma.Sql;
}

const invoices: Billed<(typeof invoiceStatuses)[number]> = {
  table: sql`invoices`,
  owner: sql`owner_id`,
  user: sql`user_id`,
  amount: sql`amount - credited_before_payment - paid_from_balance`, // as amountDue computes it
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

const maxDays = 366;

const reportTooLong: RefusalTerms = {
  kind: "invalid",
  code: "report_too_long",
  param: "to",
  message: `to must not be before from, and at most ${maxDays} days after it.`,
  meaning: "The time from `from` to `to` is negative, or is too long for one response.",
  remedy: "Send a shorter time.",
};

const SettledReportQuery = request({
  serviceId: filterId().meta({ description: "Only invoices and settlements of this service" }),
  ownerId: filterId().meta({ description: "Only invoices and settlements of this seller" }),
  timeZone: omittable(timeZone())
    .transform((given) => given ?? utc)
    .meta({
      description:
        "The time zone in which days begin: `UTC`, or a name of the IANA time zone database. Default `UTC`",
      example: "Europe/Berlin",
    }),
  from: dateTime().meta({
    description: "Only invoices and settlements that were created then or later",
    example: "2026-01-01T00:00:00.000Z",
  }),
  to: dateTime().meta({
    description: `Only invoices and settlements that were created before then: at most ${maxDays} days after \`from\``,
    example: "2026-02-01T00:00:00.000Z",
  }),
}).refine(({ from, to, timeZone: zone }) => from <= to && isWithinDays(from, to, maxDays, zone), {
  error: reportTooLong.message,
});

/** Amounts of a noun by its present status, for the whole time and for each day. @param amounts what is added up */
function amountsByStatus<const Statuses extends readonly [string, ...string[]]>(
  nouns: string,
  amounts: string,
  statuses: Statuses,
  example: Statuses[number],
) {
  const sums = {
    status: z.enum(statuses).meta({ description: `The present status of these ${nouns}`, example }),
    amount: amountOut().meta({
      description: `Sum of their ${amounts} in USDC, with six decimal places`,
    }),
    count: z.int().meta({ description: `Number of these ${nouns}`, example: 2 }),
  };
  return z.object({
    totals: z.array(z.object(sums)).meta({
      description: "Sums for the whole time, by status. Statuses without records are left out",
    }),
    days: z
      .array(
        z.object({
          day: z.string().meta({
            description: `The day on which the ${nouns} were created, in the time zone`,
            example: "2026-01-31",
          }),
          ...sums,
        }),
      )
      .meta({ description: "Sums by day and status, oldest first" }),
  });
}

const SettledReport = component(
  "SettledReport",
  "Sums of invoices and settlements, by day of creation and present status.",
  {
    serviceId: id().nullable().meta({ description: "As requested; null: all services" }),
    timeZone: z.string().meta({ description: "As requested", example: utc }),
    from: timeOut().meta({ description: "As requested", example: "2026-01-01T00:00:00.000Z" }),
    to: timeOut().meta({ description: "As requested", example: "2026-02-01T00:00:00.000Z" }),
    invoices: amountsByStatus("invoices", "`amountDue`", invoiceStatuses, "PAID").meta({
      description:
        "Invoices by their present status. Each invoice counts once: settled ones as `PAID`, those still due as `OPEN`. An `OPEN` invoice of zero does not count. Credit notes that were created before the payment are deducted",
    }),
    settlements: amountsByStatus("settlements", "`amount`", settlementStatuses, "CONFIRMED").meta({
      description:
        "Settlements by their present status. An invoice has a settlement for each attempt to pay it, so failed settlements can add up to more than the amount due",
    }),
  },
);

export const getSettledReport = read("GET /reports/settled", {
  name: "reports.settled",
  cost: "large",
  summary: "Add up invoices and settlements by day",
  description:
    "Returns exact amounts and counts of the invoices and settlements that were created between `from` and `to`, by day and present status. Due expiries are applied first.",
  refusals: { reportTooLong, unknownTimeZone, referencedServiceNotFound },
  input: SettledReportQuery,
  output: z.object({ settledReport: SettledReport }),
  run: async (work, query) => {
    const { serviceId = null, timeZone, from, to } = query;
    if (serviceId !== null) await getReferencedService(work, serviceId);
    await work.due.advanceAll(work, "invoices");
    const sums = await inKnownTimeZone(() => sumByDay(work.db, work.tenant, query));
    return { settledReport: { serviceId, timeZone, from, to, ...sums } };
  },
});

import { z } from "zod";
import { amountOut, id, timeOut } from "../kit/answers.ts";
import { isWithinDays, timeZone, utc } from "../kit/date-time.ts";
import { dateTime, filterId, omittable, request } from "../kit/fields.ts";
import type { RefusalTerms } from "../kit/refusal.ts";
import { invoiceStatuses } from "./records.ts";
import { settlementStatuses } from "./settlement-states.ts";

const maxDays = 366;

export const reportTooLong: RefusalTerms = {
  kind: "invalid",
  code: "report_too_long",
  param: "to",
  message: `to must not be before from, and at most ${maxDays} days after it.`,
  meaning: "The time from `from` to `to` is negative, or is too long for one response.",
  remedy: "Send a shorter time.",
};

export const SettledReportQuery = request({
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

const SettledReport = z
  .object({
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
  })
  .meta({
    id: "SettledReport",
    description: "Sums of invoices and settlements, by day of creation and present status.",
  });

export const OneSettledReport = z.object({ settledReport: SettledReport });

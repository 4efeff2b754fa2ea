import { getReferencedService } from "../../catalog/services/get-service.ts";
import { inKnownTimeZone } from "../../db/known-time-zone.ts";
import { unknownTimeZone } from "../../kit/time-zone.ts";
import { read } from "../../operation/define.ts";
import { OneSettledReport, reportTooLong, SettledReportQuery } from "../../schemas/reports.ts";
import { referencedServiceNotFound } from "../../schemas/services.ts";
import { sumByDay } from "./store.ts";

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

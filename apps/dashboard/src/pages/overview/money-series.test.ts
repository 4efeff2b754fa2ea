import { expect, test } from "vitest";
import type { SettledReport } from "../../api/records.ts";
import { dailyAmounts, invoiceSeries, totalOf } from "./money-series.ts";

const sums = (status: string, amount: string, count = 1) => ({ status, amount, count });
const report = {
  invoices: {
    totals: [sums("OPEN", "5.000000"), sums("PAID", "1.000000")],
    days: [{ day: "2026-01-02", ...sums("OPEN", "5.000000") }],
  },
  settlements: {
    totals: [sums("PENDING", "0.000001"), sums("SUBMITTED", "999999999999999999.999998", 2)],
    days: [
      { day: "2026-01-03", ...sums("PENDING", "0.000001") },
      { day: "2026-01-03", ...sums("SUBMITTED", "999999999999999999.999998", 2) },
    ],
  },
} as Pick<SettledReport, "invoices" | "settlements">;

test("statuses are added up exactly", () => {
  expect(totalOf(report.settlements, "PENDING", "SUBMITTED")).toEqual({
    amount: "999999999999999999.999999",
    count: 3,
  });
  expect(totalOf(report.settlements, "FAILED")).toEqual({ amount: "0.000000", count: 0 });
});

test("a day has what was billed, by the present state", () => {
  const [paid, open, expired] = invoiceSeries(report.invoices);
  expect([paid, expired].map((one) => one?.intervals)).toEqual([[], []]);
  expect(open?.intervals).toEqual([{ start: "2026-01-02", value: "5.000000" }]);
});

test("each day of a range has its amount, or zero", () => {
  const days = { firstDay: "2026-01-01", lastDay: "2026-01-03" };
  expect(dailyAmounts(report.invoices, days, "OPEN")).toEqual(["0", "5.000000", "0"]);
});

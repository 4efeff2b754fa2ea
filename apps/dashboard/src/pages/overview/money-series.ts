import { type BarSeries, intervalAfter, intervalsBetween, sum } from "@usance/ui";
import type { SettledReport } from "../../api/records.ts";
import type { Range } from "../../words/ranges.ts";

type Part = SettledReport["invoices"] | SettledReport["settlements"];

/** What a report says of some statuses together. Amounts are added up as decimals. */
export function totalOf({ totals }: Part, ...statuses: readonly string[]) {
  const found = totals.filter(({ status }) => statuses.includes(status));
  return {
    amount: sum(found.map(({ amount }) => amount)),
    count: found.reduce((all, { count }) => all + count, 0),
  };
}

/** The amounts of some statuses by day. */
function daysOf({ days }: Part, ...statuses: readonly string[]) {
  const byDay = new Map<string, string[]>();
  for (const { day, status, amount } of days) {
    if (statuses.includes(status)) byDay.set(day, [...(byDay.get(day) ?? []), amount]);
  }
  return [...byDay].map(([start, amounts]) => ({ start, value: sum(amounts) }));
}

/** The amounts of some statuses on each day of a range, also on those without any. */
export function dailyAmounts(
  part: Part,
  { firstDay, lastDay }: Pick<Range, "firstDay" | "lastDay">,
  ...statuses: readonly string[]
): string[] {
  const byDay = new Map(daysOf(part, ...statuses).map(({ start, value }) => [start, value]));
  const count = intervalsBetween(firstDay, lastDay, "DAY") + 1;
  return Array.from(
    { length: count },
    (_, place) => byDay.get(intervalAfter(firstDay, place, "DAY")) ?? "0",
  );
}

/** What was billed: each invoice counts once, as what it is now. */
export const invoiceSeries = (invoices: SettledReport["invoices"]): BarSeries[] => [
  { name: "Paid", kind: "good", intervals: daysOf(invoices, "PAID") },
  { name: "Open", kind: "late", intervals: daysOf(invoices, "OPEN") },
  { name: "Expired", kind: "bad", intervals: daysOf(invoices, "EXPIRED") },
];

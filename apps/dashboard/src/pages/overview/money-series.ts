import { type BarSeries, sum } from "@usance/ui";
import type { SettledReport } from "../../api/records.ts";

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

/** What was billed: each invoice counts once, as what it is now. */
export const invoiceSeries = (invoices: SettledReport["invoices"]): BarSeries[] => [
  { name: "Paid", kind: "good", intervals: daysOf(invoices, "PAID") },
  { name: "Open", kind: "late", intervals: daysOf(invoices, "OPEN") },
  { name: "Expired", kind: "bad", intervals: daysOf(invoices, "EXPIRED") },
];

/** What was tried to be paid: an invoice has a payment for each attempt. */
export const paymentSeries = (settlements: SettledReport["settlements"]): BarSeries[] => [
  { name: "Settled", kind: "good", intervals: daysOf(settlements, "CONFIRMED") },
  { name: "On its way", kind: "now", intervals: daysOf(settlements, "PENDING", "SUBMITTED") },
  { name: "Failed", kind: "bad", intervals: daysOf(settlements, "FAILED") },
];

import { type BarSeries, sum } from "@usance/ui";
import type { CreditNote } from "../../api/records.ts";
import { dayOf, type Zone } from "../../words/ranges.ts";

type Credit = Pick<CreditNote, "amount" | "status" | "createdAt">;
type Status = CreditNote["status"];

/** The amount of the credit notes that have some status. */
export const creditOf = (credits: readonly Credit[], ...statuses: readonly Status[]): string =>
  sum(credits.flatMap(({ status, amount }) => (statuses.includes(status) ? [amount] : [])));

const parts: readonly { name: string; kind: BarSeries["kind"]; status: Status }[] = [
  { name: "Refunded", kind: "good", status: "REFUNDED" },
  { name: "Refund on its way", kind: "now", status: "REFUNDING" },
  { name: "Not refunded yet", kind: "late", status: "ISSUED" },
  { name: "Taken off before payment", kind: "off", status: "APPLIED" },
];

/** Credit notes by the day on which they were created, each as it stands now. */
export const creditSeries = (credits: readonly Credit[], zone: Zone): BarSeries[] =>
  parts.map(({ name, kind, status }) => ({
    name,
    kind,
    intervals: daysOf(
      credits.filter((one) => one.status === status),
      zone,
    ),
  }));

function daysOf(credits: readonly Credit[], zone: Zone) {
  const byDay = Map.groupBy(credits, ({ createdAt }) => dayOf(new Date(createdAt), zone));
  return [...byDay]
    .map(([start, ones]) => ({ start, value: sum(ones.map(({ amount }) => amount)) }))
    .toSorted((one, other) => (one.start < other.start ? -1 : 1));
}

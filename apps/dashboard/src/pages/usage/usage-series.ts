import { type BarSeries, difference, isZero } from "@usance/ui";
import type { UsageSeries } from "../../api/records.ts";

/** Usage in time and, on top of it, usage that was late. */
export function seriesOf({ intervals }: Pick<UsageSeries, "intervals">): BarSeries[] {
  const inTime = intervals.map(({ start, quantity, lateQuantity }) => ({
    start,
    value: difference(quantity, lateQuantity),
  }));
  const late = intervals.flatMap(({ start, lateQuantity }) =>
    isZero(lateQuantity) ? [] : [{ start, value: lateQuantity }],
  );
  const all: BarSeries[] = [{ name: "Used", kind: "good", intervals: inTime }];
  return late.length === 0 ? all : [...all, { name: "Late", kind: "late", intervals: late }];
}

/** The values of an earlier time, at the places where the later time has its own. */
export const valuesBefore = (
  { intervals }: Pick<UsageSeries, "intervals">,
  shifted: (start: string) => string,
) => intervals.map(({ start, quantity }) => ({ start: shifted(start), value: quantity }));

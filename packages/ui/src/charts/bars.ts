import { type Interval, intervalAfter, intervalsBetween } from "../words/intervals.ts";
import { isZero, shareOf, sum } from "../words/money.ts";

export interface BarValue {
  /** The first day of the interval in UTC: `2026-01-31`, or the hour's time. */
  readonly start: string;
  /** A decimal. */
  readonly value: string;
}

export interface BarSeries {
  readonly name: string;
  readonly kind: "good" | "now" | "bad" | "late" | "off";
  /** Oldest first; an interval with nothing is left out. */
  readonly intervals: readonly BarValue[];
}

interface Part extends Pick<BarSeries, "name" | "kind"> {
  readonly value: string;
  /** What stands below it. */
  readonly below: string;
}

/** An interval with its values, one on top of the other, and what there was before. */
export interface Bar {
  readonly start: string;
  readonly parts: readonly Part[];
  readonly total: string;
  readonly earlier: string;
}

/** The bars of all intervals, also of those with nothing. */
export function barsOf(
  {
    from,
    to,
    interval,
  }: { readonly from: string; readonly to: string; readonly interval: Interval },
  series: readonly BarSeries[],
  before: readonly BarValue[] = [],
): readonly Bar[] {
  const byPlace = (values: readonly BarValue[]) =>
    new Map(values.map(({ start, value }) => [intervalsBetween(from, start, interval), value]));
  const earlier = byPlace(before);
  const all = series.map(({ name, kind, intervals }) => ({
    name,
    kind,
    values: byPlace(intervals),
  }));
  return Array.from({ length: intervalsBetween(from, to, interval) + 1 }, (_, place) => {
    let total = "0";
    const parts = all.map(({ name, kind, values }) => {
      const [below, value] = [total, values.get(place) ?? "0"];
      total = sum([below, value]);
      return { name, kind, value, below };
    });
    const start = intervalAfter(from, place, interval);
    return { start, parts, total, earlier: earlier.get(place) ?? "0" };
  });
}

/** How wide a bar is, as a part of its interval's width: a single day is no wall, and many bars touch. */
export const barWidth = (count: number) => (count > 100 ? 1 : Math.min(0.08 * count, 0.76));

/** What separates parts of a bar, in hundredths of its plot's height: about a pixel. */
const gap = 0.6;

/** The place of a part of a bar, in hundredths of the plot. What is more than zero is seen. */
export function placeOf({ value, below }: Pick<Part, "value" | "below">, top: string) {
  const bottom = 100 - shareOf(below, top) * 100 - (isZero(below) ? 0 : gap);
  const y = Math.min(100 - shareOf(sum([below, value]), top) * 100, bottom - 1);
  return { y, height: bottom - y };
}

/** The path of a stepped line over values. It is interrupted where a value is zero. */
export const stepsOf = (values: readonly string[], top: string) =>
  `M0 100${values
    .map((value, place) =>
      isZero(value) ? `V100M${place + 1} 100` : `V${100 - shareOf(value, top) * 100}H${place + 1}`,
    )
    .join("")}V100`;

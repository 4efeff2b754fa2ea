import { type Interval, intervalAfter, intervalText } from "../words/intervals.ts";

/** A text under a chart, at a share of its width. */
export interface AxisLabel {
  readonly at: number;
  readonly text: string;
}

/** In pixels: the width of a character of a label at most, the room between two labels, and how far one stands out. */
const room = { character: 7.5, between: 12, beyond: 12 };

/** Moves labels into the width of the axis; null if two of them would touch. */
export function fitted(labels: readonly AxisLabel[], width: number): readonly AxisLabel[] | null {
  const placed = labels.map(({ at, text }) => {
    const half = (text.length * room.character) / 2;
    const edge = half - room.beyond;
    return { text, half, center: Math.max(edge, Math.min(at * width, width - edge)) };
  });
  const isCrowded = placed.some(({ center, half }, index) => {
    const next = placed[index + 1];
    return next !== undefined && center + half + room.between > next.center - next.half;
  });
  return isCrowded || width <= 0
    ? null
    : placed.map(({ text, center }) => ({ text, at: center / width }));
}

interface Level {
  readonly is: (time: Date) => boolean;
  /** @param all the times that are labelled */
  readonly text: (time: Date, all: readonly Date[]) => string;
}

const dayMs = 86_400_000;
const words = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat("en", { timeZone: "UTC", ...options });
  return (day: Date) => format.format(day);
};
const hourText = words({ hour: "numeric" });
const dayText = words({ month: "short", day: "numeric" });
const monthText = words({ month: "short" });
const yearMonthText = words({ month: "short", year: "numeric" });
const yearText = words({ year: "numeric" });

const isMidnight = (time: Date) => time.getTime() % dayMs === 0;
const everyHours = (count: number): Level => ({
  is: (time) => time.getUTCHours() % count === 0 && time.getUTCMinutes() === 0,
  text: (time) => (isMidnight(time) ? dayText(time) : hourText(time)),
});
/** @param monday the number of a Monday, of days since 1970; 0 where the day of the week does not matter */
const everyDays = (count: number, monday = 0): Level => ({
  is: (time) => isMidnight(time) && (time.getTime() / dayMs - monday) % count === 0,
  text: dayText,
});
const everyMonths = (count: number): Level => ({
  is: (time) => isMidnight(time) && time.getUTCDate() === 1 && time.getUTCMonth() % count === 0,
  // The year is at its January; without one, at the first month.
  text: (time, all) =>
    time === (all.find((one) => one.getUTCMonth() === 0) ?? all[0]) || time.getUTCMonth() === 0
      ? yearMonthText(time)
      : monthText(time),
});
const everyYears = (count: number): Level => ({
  is: (time) => everyMonths(12).is(time) && time.getUTCFullYear() % count === 0,
  text: yearText,
});

/** Times that are labelled together, from many to few. */
const levels: readonly (readonly [Interval, readonly Level[]])[] = [
  ["HOUR", [1, 2, 3, 6, 12].map(everyHours)],
  ["DAY", [everyDays(1), everyDays(7, 4), everyDays(14, 4)]],
  ["MONTH", [1, 3, 6].map(everyMonths)],
  ["YEAR", [1, 2, 5, 10, 50].map(everyYears)],
];

/** For a few days, in which few weeks begin. */
const fewDays = [everyDays(2), everyDays(3)];

/** The labels of intervals: hours, days, first days of weeks, of months or of years, as many as the width has room for. */
export function timeLabels(
  from: string,
  count: number,
  interval: Interval,
  width: number,
): readonly AxisLabel[] {
  const times = Array.from({ length: count }, (_, index) =>
    shownTime(intervalAfter(from, index, interval)),
  );
  const at = (index: number) => (index + 0.5) / count;
  const labelled = ({ is, text }: Level) => {
    const all = times.filter(is);
    const labels = times.flatMap((time, index) =>
      is(time) ? [{ at: at(index), text: text(time, all) }] : [],
    );
    return fitted(labels, width) ?? [];
  };
  const usual = levels
    .slice(levels.findIndex(([name]) => name === interval))
    .flatMap(([, ofInterval]) => ofInterval);
  return (
    usual.map(labelled).find(({ length }) => length > 2) ??
    [...fewDays, ...usual].map(labelled).find(({ length }) => length > 0) ??
    fitted([{ at: at(0), text: intervalText(from, interval) }], width) ??
    []
  );
}

/** The time as the visitor's clock shows it, in the fields of UTC: a day names itself, an hour is one of the visitor's zone. */
function shownTime(start: string): Date {
  const time = new Date(start);
  return start.length === 10 ? time : new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
}

import { intervalAfter, intervalsBetween } from "@usance/ui";

/** The time zone whose days are shown. */
export interface Zone {
  readonly timeZone: string;
  /** Whether it is the visitor's own. Otherwise it is UTC, because the service does not know the visitor's. */
  readonly isOwn: boolean;
}

export const ownZone = (): Zone => ({
  timeZone: new Intl.DateTimeFormat("en").resolvedOptions().timeZone,
  isOwn: true,
});

export const utcZone: Zone = { timeZone: "UTC", isOwn: false };

/** Whole days of a time zone. */
export interface Range {
  readonly timeZone: string;
  /** ISO 8601: the start of the first day, and the end of the last. */
  readonly from: string;
  readonly to: string;
  /** The first day and the last: `2026-01-31`. */
  readonly firstDay: string;
  readonly lastDay: string;
}

/** The day of a time in a time zone: `2026-01-31`. */
export function dayOf(time: Date, { isOwn }: Zone): string {
  if (!isOwn) return time.toISOString().slice(0, 10);
  return [
    String(time.getFullYear()).padStart(4, "0"),
    String(time.getMonth() + 1).padStart(2, "0"),
    String(time.getDate()).padStart(2, "0"),
  ].join("-");
}

/** The first day and the last. */
type Days = readonly [first: string, last: string];

/** The beginning of a day in a time zone. */
const startOf = (day: string, { isOwn }: Zone): Date =>
  // Without a zone, it is a time of the visitor's.
  new Date(isOwn ? `${day}T00:00:00` : `${day}T00:00:00Z`);

const later = (day: string, days: number) => intervalAfter(day, days, "DAY");
const daysIn = ([first, last]: Days) => intervalsBetween(first, last, "DAY") + 1;

const rangeOf = ([firstDay, lastDay]: Days, zone: Zone): Range => ({
  timeZone: zone.timeZone,
  from: startOf(firstDay, zone).toISOString(),
  to: startOf(later(lastDay, 1), zone).toISOString(),
  firstDay,
  lastDay,
});

/**
 * The last days up to now, today included.
 *
 * @param back how many such stretches ago: 1 is the time before
 */
export function lastDays(now: Date, days: number, zone: Zone, back = 0): Range {
  const lastDay = later(dayOf(now, zone), -days * back);
  return rangeOf([later(lastDay, 1 - days), lastDay], zone);
}

interface Stretch {
  /** Its name in an address. */
  readonly value: string;
  readonly words: string;
  readonly days: (today: string) => Days;
  /** The time before; as many days directly before by default. */
  readonly before?: (today: string) => Days;
}

const lastly =
  (count: number) =>
  (today: string): Days => [later(today, 1 - count), today];
const monthStart = (day: string, back: number) =>
  intervalAfter(`${day.slice(0, 8)}01`, -back, "MONTH");
const wholeMonth = (day: string, back: number): Days => [
  monthStart(day, back),
  later(monthStart(day, back - 1), -1),
];

/** The stretches that are offered. */
export const stretches: readonly Stretch[] = [
  { value: "1d", words: "Today", days: lastly(1) },
  { value: "7d", words: "Last 7 days", days: lastly(7) },
  { value: "30d", words: "Last 30 days", days: lastly(30) },
  { value: "90d", words: "Last 90 days", days: lastly(90) },
  {
    value: "month",
    words: "This month",
    days: (today) => [monthStart(today, 0), today],
    // The same days of the month before, as far as it has them.
    before: (today) => {
      const [first, last] = wholeMonth(today, 1);
      const same = later(first, daysIn([monthStart(today, 0), today]) - 1);
      const [end = last] = [same, last].toSorted();
      return [first, end];
    },
  },
  {
    value: "last-month",
    words: "Last month",
    days: (today) => wholeMonth(today, 1),
    before: (today) => wholeMonth(today, 2),
  },
  {
    value: "12m",
    words: "Last 12 months",
    days: (today) => [later(intervalAfter(today, -12, "MONTH"), 1), today],
  },
];

/** The service adds up no longer time. */
const maxDays = 366;

/** @returns the first and the last day in `2026-01-01..2026-01-31`; null for other text, and for days that are not in order or too many */
export function namedDays(text: string): Days | null {
  const [, first = "", last = ""] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text) ?? [];
  const isThere = isDay(first) && isDay(last) && first <= last && daysIn([first, last]) <= maxDays;
  return isThere ? [first, last] : null;
}

const isDay = (text: string) => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/** A stretch that was chosen, and the time before, for comparison. */
export interface ChosenRange {
  /** As an address has it: `30d`, or `2026-01-01..2026-01-31`. */
  readonly name: string;
  readonly range: Range;
  readonly before: Range;
  readonly days: number;
}

/** Reads the stretch that an address names; the last thirty days for other text. */
export function chosenRange(name: string | undefined, now: Date, zone: Zone): ChosenRange {
  const today = dayOf(now, zone);
  const offered = stretches.find(({ value }) => value === name);
  const named = namedDays(name ?? "");
  const days = offered?.days(today) ?? named ?? lastly(30)(today);
  const count = daysIn(days);
  const before = offered?.before?.(today) ?? [later(days[0], -count), later(days[0], -1)];
  return {
    name: (offered || named) && name !== undefined ? name : "30d",
    range: rangeOf(days, zone),
    before: rangeOf(before, zone),
    days: count,
  };
}

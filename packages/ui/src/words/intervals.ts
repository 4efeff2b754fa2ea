/** A stretch of days, which its first day names, `2026-01-31`, or the hour that begins at a time. */
export type Interval = "HOUR" | "DAY" | "MONTH" | "YEAR";

const forms: Readonly<Record<Interval, Intl.DateTimeFormatOptions>> = {
  HOUR: { dateStyle: "medium", timeStyle: "short" },
  DAY: { dateStyle: "medium" },
  MONTH: { month: "long", year: "numeric" },
  YEAR: { year: "numeric" },
};

/** @returns `Jan 31, 2026`, `January 2026` or `2026`; an hour in the visitor's time zone: `Jan 31, 2026, 1:00 PM` */
export const intervalText = (start: string, interval: Interval) =>
  new Intl.DateTimeFormat("en", {
    ...forms[interval],
    // A day names itself: its date is not a moment that other zones see at another date.
    ...(interval !== "HOUR" && { timeZone: "UTC" }),
  }).format(new Date(start));

/** @returns how many intervals lie between two */
export function intervalsBetween(from: string, to: string, interval: Interval): number {
  const [one, other] = [new Date(from), new Date(to)];
  if (interval === "HOUR") return Math.round((other.getTime() - one.getTime()) / 3_600_000);
  if (interval === "DAY") return Math.round((other.getTime() - one.getTime()) / 86_400_000);
  const years = other.getUTCFullYear() - one.getUTCFullYear();
  return interval === "YEAR" ? years : years * 12 + other.getUTCMonth() - one.getUTCMonth();
}

/** The interval that comes so many intervals later. */
export function intervalAfter(start: string, count: number, interval: Interval): string {
  const time = new Date(start);
  if (interval === "HOUR") return new Date(time.getTime() + count * 3_600_000).toISOString();
  if (interval === "DAY") time.setUTCDate(time.getUTCDate() + count);
  else time.setUTCMonth(time.getUTCMonth() + count * (interval === "YEAR" ? 12 : 1));
  return time.toISOString().slice(0, 10);
}

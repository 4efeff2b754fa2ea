/** A stretch of days in UTC, which its first day names: `2026-01-31`. */
export type Interval = "DAY" | "MONTH" | "YEAR";

const forms: Readonly<Record<Interval, Intl.DateTimeFormatOptions>> = {
  DAY: { dateStyle: "medium" },
  MONTH: { month: "long", year: "numeric" },
  YEAR: { year: "numeric" },
};

/** @returns `Jan 31, 2026`, `January 2026` or `2026` */
export const intervalText = (start: string, interval: Interval) =>
  new Intl.DateTimeFormat("en", { ...forms[interval], timeZone: "UTC" }).format(new Date(start));

/** @returns how many intervals lie between two */
export function intervalsBetween(from: string, to: string, interval: Interval): number {
  const [one, other] = [new Date(from), new Date(to)];
  if (interval === "DAY") return Math.round((other.getTime() - one.getTime()) / 86_400_000);
  const years = other.getUTCFullYear() - one.getUTCFullYear();
  return interval === "YEAR" ? years : years * 12 + other.getUTCMonth() - one.getUTCMonth();
}

import { readDateTime } from "../../kit/date-time.ts";

/** Where a step from a time leads. */
export type Step = (from: Date) => Date;

const hour = 3_600_000;
const units: Readonly<Record<string, (from: Date, count: number) => Date>> = {
  h: (from, count) => new Date(from.getTime() + count * hour),
  d: (from, count) => new Date(from.getTime() + count * 24 * hour),
  w: (from, count) => new Date(from.getTime() + count * 7 * 24 * hour),
  mo: monthsAfter,
  y: (from, count) => monthsAfter(from, 12 * count),
};

/** Reads `12h`, `3d`, `2w`, `1mo`, `1y`, or a time in ISO 8601. @returns null for anything else */
export function laterBy(text: string): Step | null {
  const [, count = "", unit = ""] = /^([1-9]\d{0,4})(h|d|w|mo|y)$/.exec(text) ?? [];
  const after = units[unit];
  if (after !== undefined) return (from) => after(from, Number(count));
  const time = readDateTime(text);
  return time && (() => time);
}

/** The same day of a later month, or the month's last day if it has no such day. */
function monthsAfter(from: Date, months: number): Date {
  const after = new Date(from);
  after.setUTCDate(1);
  after.setUTCMonth(after.getUTCMonth() + months);
  const lastDay = new Date(
    Date.UTC(after.getUTCFullYear(), after.getUTCMonth() + 1, 0),
  ).getUTCDate();
  after.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return after;
}

import type { Moment } from "../world.ts";

const hour = 3_600_000;

/**
 * The start of a subscription's n-th period. Months keep the day of the first period if they have it: 31 January,
 * 28 or 29 February, 31 March.
 *
 * @returns null if there is no such period: a plan with the interval NONE has only the first
 */
export function beginOfPeriod(interval: string, anchor: Moment, n: number): Moment | null {
  if (n === 0) return anchor;
  if (interval === "DAY") return anchor + n * 24 * hour;
  if (interval === "WEEK") return anchor + n * 7 * 24 * hour;
  if (interval !== "MONTH") return null;
  const date = new Date(anchor);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth() + n;
  for (let day = date.getUTCDate(); ; day -= 1) {
    const [year, of] = [Math.floor(month / 12), month % 12];
    const begin = Date.UTC(year, of, day) + (anchor % (24 * hour));
    if (new Date(begin).getUTCMonth() === of) return begin;
  }
}

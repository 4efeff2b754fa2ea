import type { BillingInterval } from "../db/generated/enums.ts";

const dayMs = 86_400_000;

/**
 * The first period boundary after a moment, counted from the anchor in UTC. Months keep the
 * anchor's day where they have it: 31 January → 28 or 29 February → 31 March.
 *
 * @returns null for `NONE`, which has no periods
 */
export function nextBoundary(interval: BillingInterval, anchor: Date, after: Date): Date | null {
  switch (interval) {
    case "NONE":
      return null;
    case "DAY":
      return afterWhole(dayMs, anchor, after);
    case "WEEK":
      return afterWhole(7 * dayMs, anchor, after);
    case "MONTH":
      return afterMonths(anchor, after);
  }
}

function afterWhole(lengthMs: number, anchor: Date, after: Date): Date {
  const periods = Math.floor((after.getTime() - anchor.getTime()) / lengthMs) + 1;
  return new Date(anchor.getTime() + periods * lengthMs);
}

function afterMonths(anchor: Date, after: Date): Date {
  const months =
    (after.getUTCFullYear() - anchor.getUTCFullYear()) * 12 +
    (after.getUTCMonth() - anchor.getUTCMonth());
  const boundary = addMonths(anchor, months);
  return boundary > after ? boundary : addMonths(anchor, months + 1);
}

function addMonths(anchor: Date, months: number): Date {
  const date = new Date(anchor);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return date;
}

import type { BillingInterval } from "../db/generated/enums.ts";

const dayMs = 86_400_000;

/**
 * The first period boundary after a moment, counted from the anchor in UTC. Months keep the
 * anchor's day where they have it: 31 January → 28 or 29 February → 31 March.
 *
 * @returns null for `NONE`, which has no periods
 */
export function nextBoundary(interval: BillingInterval, anchor: Date, after: Date): Date | null {
  return interval === "NONE"
    ? null
    : boundary(interval, anchor, periodAt(interval, anchor, after) + 1);
}

/** The starts of all periods up to a period, the first one first. A plan without an interval has one period. */
export function periodStarts(interval: BillingInterval, anchor: Date, latest: Date): Date[] {
  if (interval === "NONE") return [anchor];
  const count = periodAt(interval, anchor, latest) + 1;
  return Array.from({ length: count }, (_, number) => boundary(interval, anchor, number));
}

/** A period of a subscription; `to` is not part of it. */
export interface Period {
  readonly from: Date;
  readonly to: Date;
  /** Whether there is a period before it. */
  readonly hasEarlier: boolean;
}

/**
 * Returns the period that was `ago` periods before the current one. A plan without an interval has months.
 *
 * @param latest a moment in the current period, or in the last one
 * @returns null for a period before the first
 */
export function periodAgo(
  interval: BillingInterval,
  anchor: Date,
  latest: Date,
  ago: number,
): Period | null {
  const counted = interval === "NONE" ? "MONTH" : interval;
  const number = periodAt(counted, anchor, latest) - ago;
  if (number < 0) return null;
  return {
    from: boundary(counted, anchor, number),
    to: boundary(counted, anchor, number + 1),
    hasEarlier: number > 0,
  };
}

/** The period that contains a moment, also before the anchor. Without an interval, all time from the anchor on is one. */
export function periodAround(
  interval: BillingInterval,
  anchor: Date,
  at: Date,
): { readonly from: Date | null; readonly to: Date | null } {
  if (interval === "NONE")
    return at < anchor ? { from: null, to: anchor } : { from: anchor, to: null };
  const number = periodAt(interval, anchor, at);
  return { from: boundary(interval, anchor, number), to: boundary(interval, anchor, number + 1) };
}

type Interval = Exclude<BillingInterval, "NONE">;

/** The number of the period that contains a moment; the one that begins at the anchor is 0. */
function periodAt(interval: Interval, anchor: Date, at: Date): number {
  switch (interval) {
    case "DAY":
      return Math.floor((at.getTime() - anchor.getTime()) / dayMs);
    case "WEEK":
      return Math.floor((at.getTime() - anchor.getTime()) / (7 * dayMs));
    case "MONTH": {
      const months =
        (at.getUTCFullYear() - anchor.getUTCFullYear()) * 12 +
        (at.getUTCMonth() - anchor.getUTCMonth());
      return addMonths(anchor, months) > at ? months - 1 : months;
    }
  }
}

/** When the period with a number begins. */
function boundary(interval: Interval, anchor: Date, number: number): Date {
  switch (interval) {
    case "DAY":
      return new Date(anchor.getTime() + number * dayMs);
    case "WEEK":
      return new Date(anchor.getTime() + number * 7 * dayMs);
    case "MONTH":
      return addMonths(anchor, number);
  }
}

function addMonths(anchor: Date, months: number): Date {
  const date = new Date(anchor);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return date;
}

import type { Plan } from "@usance/sdk";

/** From a time, inclusive, to a time, exclusive, in the service's format: UTC with milliseconds. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const dayMs = 86_400_000;

/**
 * The periods of a subscription that have ended by the start of its current one, the first one first. The service counts
 * them from the start of the subscription in UTC. A month keeps the day of the first period where it has it.
 *
 * @param createdAt start of the first period
 * @param currentPeriodStart the end of the last of them
 */
export function periodsBetween(
  interval: Plan["billingInterval"],
  createdAt: string,
  currentPeriodStart: string,
): Period[] {
  if (interval === "NONE") return [];
  const starts: string[] = [];
  for (let count = 0; ; count += 1) {
    const start = boundary(interval, new Date(createdAt), count).toISOString();
    if (start >= currentPeriodStart) break;
    starts.push(start);
  }
  return starts.map((from, place) => ({ from, to: starts[place + 1] ?? currentPeriodStart }));
}

/** The start of the period after so many. */
function boundary(interval: "DAY" | "WEEK" | "MONTH", anchor: Date, count: number): Date {
  if (interval === "MONTH") return addMonths(anchor, count);
  return new Date(anchor.getTime() + count * (interval === "DAY" ? 1 : 7) * dayMs);
}

function addMonths(anchor: Date, months: number): Date {
  const date = new Date(anchor);
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(anchor.getUTCDate(), lastDay));
  return date;
}

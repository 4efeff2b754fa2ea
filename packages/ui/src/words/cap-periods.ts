import type { PlanPrice } from "./plans.ts";

const days: Readonly<Record<PlanPrice["billingInterval"], number | null>> = {
  MONTH: null,
  WEEK: 7,
  DAY: 1,
  NONE: null,
};

/** The period of a cap for a plan, in seconds: as often as it is billed. Null: calendar months. */
export function capPeriodOf({
  billingInterval,
}: Pick<PlanPrice, "billingInterval">): number | null {
  const length = days[billingInterval];
  return length === null ? null : length * 86_400;
}

/** @returns `calendar month`, `week`, `day` or `2.5 days`; null seconds are calendar months */
export function capPeriodText(seconds: number | null): string {
  if (seconds === null) return "calendar month";
  const length = seconds / 86_400;
  if (length === 7) return "week";
  return length === 1 ? "day" : `${Number(length.toFixed(2))} days`;
}

/** How many periods a cap has in its year. */
export const capPeriodsOfYear = (seconds: number | null): number =>
  seconds === null ? 12 : Math.ceil(31_536_000 / seconds);

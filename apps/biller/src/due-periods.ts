import type { Plan, RateCard, Subscription } from "@usance/sdk";
import { type Period, periodsBetween } from "./periods.ts";

/** A period that a bill is due for, or will be. */
export interface DuePeriod extends Period {
  /** When it is billed, in milliseconds since 1970. */
  readonly billedAt: number;
}

/**
 * The periods of a subscription that the biller is responsible for, the first one first: those that ended after the plan got
 * its first rate card, and that a card prices. Before that the seller billed in another way.
 *
 * @param cards all cards of the plan
 * @param graceMs how long after the end of a period its usage may still arrive before it is billed
 */
export function duePeriods(
  subscription: Subscription,
  { billingInterval }: Pick<Plan, "billingInterval">,
  cards: readonly RateCard[],
  graceMs: number,
): DuePeriod[] {
  const first = cards.find(({ version }) => version === 1);
  if (first === undefined) return [];
  const { createdAt, currentPeriodStart } = subscription;
  const ended = periodsBetween(billingInterval, createdAt, currentPeriodStart).map((period) => ({
    ...period,
    billedAt: Date.parse(period.to) + graceMs,
  }));
  const effectiveFrom = cards.map((card) => card.effectiveFrom).reduce(earlier);
  return [...ended, ...lastPeriod(subscription)].filter(
    ({ from, to }) => to > first.createdAt && from >= effectiveFrom,
  );
}

/** A cancelled subscription accepts no more usage, so its last period is billed at once and to its end. */
function lastPeriod(subscription: Subscription): DuePeriod[] {
  const { status, currentPeriodStart: from, currentPeriodEnd, updatedAt } = subscription;
  if (status !== "CANCELLED") return [];
  const cancelledAt = Date.parse(updatedAt);
  const to = currentPeriodEnd ?? new Date(cancelledAt + 1).toISOString();
  return [{ from, to, billedAt: cancelledAt }];
}

const earlier = (one: string, other: string) => (one < other ? one : other);

import type { RateCard } from "../../catalog/rate-cards/rate-cards.ts";
import type { SubscriptionWithPlan } from "../../subscriptions/load-subscription.ts";
import { periodStarts } from "../../subscriptions/periods.ts";
import type { BilledPeriod } from "./next-bill.ts";

/** A period with the card that prices it. */
export interface PricedPeriod extends BilledPeriod {
  readonly card: RateCard;
}

/**
 * The periods of a subscription that its bills are responsible for, the first one first and the current one last: those
 * that ended after the plan got its first rate card, or have not ended, and that a card prices. Before that the seller
 * billed in another way. A period that was cut short by a cancellation ended then.
 *
 * @param cards all cards of the plan, the first version first
 */
export function pricedPeriods(
  {
    billingAnchor,
    currentPeriodStart,
    currentPeriodEnd,
    endedAt,
    paymentPlan,
  }: Pick<
    SubscriptionWithPlan,
    "billingAnchor" | "currentPeriodStart" | "currentPeriodEnd" | "endedAt"
  > & { readonly paymentPlan: Pick<SubscriptionWithPlan["paymentPlan"], "billingInterval"> },
  cards: readonly RateCard[],
): PricedPeriod[] {
  const [first] = cards;
  if (first === undefined) return [];
  const { billingInterval } = paymentPlan;
  const starts = periodStarts(billingInterval, billingAnchor, currentPeriodStart);
  return starts.flatMap((from, place) => {
    const next = starts[place + 1];
    const to = next ?? currentPeriodEnd ?? undefined;
    const end = next ?? endedAt ?? currentPeriodEnd;
    const card = cardAt(cards, from);
    // On a test clock, a card can be as old as the end of a subscription that began after it.
    const isOurs = end === null || end > first.createdAt || from >= first.createdAt;
    return isOurs && card !== undefined ? [{ from, to, end, card }] : [];
  });
}

/** The card with the latest start that is not after the period's; of several, the newest version. */
const cardAt = (cards: readonly RateCard[], from: Date): RateCard | undefined =>
  cards.reduce<RateCard | undefined>(
    (best, card) =>
      card.effectiveFrom <= from && (best === undefined || card.effectiveFrom >= best.effectiveFrom)
        ? card
        : best,
    undefined,
  );

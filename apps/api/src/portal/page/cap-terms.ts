import { loadOfferedCards } from "../../catalog/rate-cards/offered-cards.ts";
import type { AgreedTerms } from "../../payments/agreed-terms.ts";
import { shownPayee } from "../../payments/payment-terms.ts";
import type { Parts } from "../../ports/parts.ts";
import type { SubscriptionWithOffer } from "../../subscriptions/load-subscription.ts";

/** What a subscriber who signs a spending cap agrees to: who is paid, and what usage costs. Nothing is paid now. */
export async function loadCapTerms(
  parts: Pick<Parts, "db" | "collector">,
  { service, paymentPlanId, currentPeriodStart: at }: SubscriptionWithOffer,
): Promise<AgreedTerms> {
  const [cards = []] = await loadOfferedCards(parts, [{ paymentPlanId, at }]);
  return {
    amountDue: null,
    merchantAddress: shownPayee(parts, service)?.merchantAddress ?? null,
    rateCardIds: cards.map(({ id }) => id),
  };
}

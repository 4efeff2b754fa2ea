import { loadOfferedCards } from "../../catalog/rate-cards/offered-cards.ts";
import { type AgreedTerms, pricesOf } from "../../payments/agreed-terms.ts";
import { shownPayee } from "../../payments/payment-terms.ts";
import type { Parts } from "../../ports/parts.ts";
import type { SubscriptionWithOffer } from "../../subscriptions/load-subscription.ts";

interface CapOffer {
  readonly rateCards: Awaited<ReturnType<typeof loadOfferedCards>>[number];
  readonly terms: AgreedTerms;
}

/** What a subscriber who signs a spending cap agrees to: who is paid, and what usage costs. Nothing is paid now. */
export async function loadCapOffer(
  parts: Pick<Parts, "db" | "collector">,
  { service, paymentPlanId, currentPeriodStart: at }: SubscriptionWithOffer,
): Promise<CapOffer> {
  const [rateCards = []] = await loadOfferedCards(parts, [{ paymentPlanId, at }]);
  const terms = {
    amountDue: null,
    merchantAddress: shownPayee(parts, service)?.merchantAddress ?? null,
    prices: pricesOf(rateCards),
  };
  return { rateCards, terms };
}

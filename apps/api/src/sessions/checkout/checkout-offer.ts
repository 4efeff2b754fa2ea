import { loadOfferedCards } from "../../catalog/rate-cards/offered-cards.ts";
import { type AgreedTerms, pricesOf } from "../../payments/agreed-terms.ts";
import { shownPayee } from "../../payments/payment-terms.ts";
import type { Parts } from "../../ports/parts.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";
import { amountDue } from "./payable-of.ts";

interface CheckoutOffer {
  readonly rateCards: Awaited<ReturnType<typeof loadOfferedCards>>[number];
  readonly terms: AgreedTerms;
}

/** What a subscriber agrees to at a checkout now. The first period begins when the session is paid. */
export async function loadOffer(
  parts: Pick<Parts, "db" | "times" | "collector">,
  { service, paymentPlan }: CheckoutSessionView,
): Promise<CheckoutOffer> {
  const at = await parts.times.of(parts.db, service.id);
  const [rateCards = []] = await loadOfferedCards(parts, [{ paymentPlanId: paymentPlan.id, at }]);
  return {
    rateCards,
    terms: {
      amountDue: amountDue(paymentPlan),
      merchantAddress: shownPayee(parts, service)?.merchantAddress ?? null,
      prices: pricesOf(rateCards),
    },
  };
}

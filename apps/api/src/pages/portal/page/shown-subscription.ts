import type { z } from "zod";
import { loadOfferedCards } from "../../../catalog/rate-cards/offered-cards.ts";
import { shownService } from "../../../catalog/services/shown-service.ts";
import type { OnePortalSubscription } from "../../../schemas/portal.ts";
import type { SubscriptionWithOffer } from "../../../subscriptions/load-subscription.ts";
import { type AtPortal, mayAtPortal } from "../portal-sessions/load-portal.ts";

type Shown = z.input<typeof OnePortalSubscription>["subscription"];

/** Subscriptions as the portal shows them. */
export async function shownSubscriptions(
  at: AtPortal,
  subscriptions: readonly SubscriptionWithOffer[],
): Promise<Shown[]> {
  const plans = subscriptions.map(({ paymentPlanId, currentPeriodStart }) => ({
    paymentPlanId,
    at: currentPeriodStart,
  }));
  const cards = await loadOfferedCards(at, plans);
  return subscriptions.map((subscription, index) =>
    shownWith(at, subscription, cards[index] ?? []),
  );
}

function shownWith(
  at: Pick<AtPortal, "session">,
  subscription: SubscriptionWithOffer,
  rateCards: Shown["rateCards"],
): Shown {
  const { status, cancelAt, currentPeriodEnd, cancelledBySubscriber, service } = subscription;
  const isOpen = status === "ACTIVE" && mayAtPortal(at, "portal.cancel");
  const { portalAllowsCancel } = service;
  return {
    ...subscription,
    service: shownService(service),
    rateCards,
    nextCharge: nextChargeOf(subscription),
    canCancel: isOpen && currentPeriodEnd !== null && cancelAt === null && portalAllowsCancel,
    canRenew: isOpen && cancelAt !== null && cancelledBySubscriber,
  };
}

/** A fixed plan bills the next period when the current one ends. A metered plan bills the usage of the one that ends. */
function nextChargeOf({
  status,
  cancelAt,
  currentPeriodEnd: at,
  paymentPlan: { pricingType, amount },
}: SubscriptionWithOffer): Shown["nextCharge"] {
  if (status !== "ACTIVE" || at === null) return null;
  if (pricingType === "USAGE_BASED") return { at, amount: null };
  return cancelAt === null && amount.gt(0) ? { at, amount } : null;
}

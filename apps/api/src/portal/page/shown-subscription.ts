import type { z } from "zod";
import { loadOfferedCards } from "../../catalog/rate-cards/offered-cards.ts";
import { shownService } from "../../catalog/services/shown-service.ts";
import type { OnePortalSubscription } from "../../contract/portal.ts";
import type { Parts } from "../../ports/parts.ts";
import type { SubscriptionWithOffer } from "../../subscriptions/load-subscription.ts";

type Shown = z.input<typeof OnePortalSubscription>["subscription"];

/** Subscriptions as the portal shows them. */
export async function shownSubscriptions(
  parts: Pick<Parts, "db">,
  subscriptions: readonly SubscriptionWithOffer[],
): Promise<Shown[]> {
  const cards = await loadOfferedCards(
    parts,
    subscriptions.map(({ paymentPlanId, currentPeriodStart: at }) => ({ paymentPlanId, at })),
  );
  return subscriptions.map((subscription, index) => shownWith(subscription, cards[index] ?? []));
}

function shownWith(subscription: SubscriptionWithOffer, rateCards: Shown["rateCards"]): Shown {
  const { status, cancelAt, currentPeriodEnd, cancelledBySubscriber, service } = subscription;
  const isActive = status === "ACTIVE";
  const { portalAllowsCancel } = service;
  return {
    ...subscription,
    service: shownService(service),
    rateCards,
    nextCharge: nextChargeOf(subscription),
    canCancel: isActive && currentPeriodEnd !== null && cancelAt === null && portalAllowsCancel,
    canRenew: isActive && cancelAt !== null && cancelledBySubscriber,
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
  return cancelAt === null ? { at, amount } : null;
}

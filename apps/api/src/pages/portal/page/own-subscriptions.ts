import type { z } from "zod";
import { loadOfferedCards } from "../../../catalog/rate-cards/offered-cards.ts";
import { shownService } from "../../../catalog/services/services.ts";
import { Refusal } from "../../../kit/refusal.ts";
import { pageOperation } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import {
  cancellationNotAllowed,
  cancelledBySeller,
  PortalCancellation,
  PortalSubscriptionQuery,
  portalLinkRefusals,
} from "../../../schemas/portal.ts";
import { OnePortalSubscription, PortalSubscriptionPage } from "../../../schemas/portal-records.ts";
import {
  cancellationNotScheduled,
  subscriptionNotActive,
  subscriptionNotFound,
  subscriptionWithoutPeriodEnd,
} from "../../../schemas/subscriptions.ts";
import {
  loadOwnSubscription,
  loadOwnSubscriptions,
  type SubscriptionWithOffer,
} from "../../../subscriptions/load-subscription.ts";
import { cancelAtPeriodEnd, renewAgain } from "../../../subscriptions/subscriptions.ts";
import {
  type AtPortal,
  type ChangingAtPortal,
  changeAtPortal,
  loadPortal,
  mayAtPortal,
  requirePortalLink,
} from "../portal-sessions/load-portal.ts";

type Shown = z.input<typeof OnePortalSubscription>["subscription"];

/** Subscriptions as the portal shows them. */
async function shownSubscriptions(
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

export const listOwnSubscriptions = pageOperation("GET /portal/{portalToken}/subscriptions", {
  name: "portal.subscriptions",
  summary: "List the subscriber's subscriptions, newest first",
  description:
    "Each with its service, its plan and its next charge. Ended subscriptions are included. Due renewals are applied first.",
  refusals: { ...portalLinkRefusals, tooManyRequests },
  input: PortalSubscriptionQuery,
  output: PortalSubscriptionPage,
  run: async (work, { portalToken, ...page }) => {
    const at = await loadPortal(work, portalToken, "portal.subscriptions");
    const { rows, next } = await loadOwnSubscriptions(at, { ...page, userId: at.userId });
    return { subscriptions: await shownSubscriptions(at, rows), nextCursor: next };
  },
});

/** A subscriber may take its own cancellation back, also where the seller does not allow new ones any more. */
export const cancelOwnSubscription = pageOperation(
  "POST /portal/{portalToken}/subscriptions/{subscriptionId}/cancel",
  {
    name: "portal.cancel",
    summary: "Cancel the subscriber's subscription at the end of its period, or take that back",
    description:
      "Only where the service's `portal.allowsCancel` is `true`. Until the period ends, the subscription is `ACTIVE`. A cancellation that the seller has scheduled cannot be taken back here.",
    beforeBody: requirePortalLink,
    refusals: {
      ...portalLinkRefusals,
      subscriptionNotFound,
      subscriptionNotActive,
      subscriptionWithoutPeriodEnd,
      cancellationNotAllowed,
      cancellationNotScheduled,
      cancelledBySeller,
      tooManyRequests,
    },
    input: PortalCancellation,
    output: OnePortalSubscription,
    run: async (work, { portalToken, subscriptionId: id, atPeriodEnd }) => {
      const at = await loadPortal(work, portalToken, "portal.cancel");
      const own = { id, userId: at.userId };
      await changeAtPortal(at, async (changing) => {
        await (atPeriodEnd ? cancel : renew)(changing, own);
        return loadOwnSubscription(changing, own);
      });
      return { subscription: await shownOwn(at, own) };
    },
  },
);

async function shownOwn(at: AtPortal, own: Own) {
  const [subscription] = await shownSubscriptions(at, [await loadOwnSubscription(at, own)]);
  if (subscription === undefined) throw new Error("Each subscription is shown.");
  return subscription;
}

interface Own {
  readonly id: string;
  readonly userId: string;
}

async function cancel(at: ChangingAtPortal, own: Own): Promise<void> {
  const { service } = await loadOwnSubscription(at, own);
  if (!service.portalAllowsCancel) throw new Refusal(cancellationNotAllowed);
  await cancelAtPeriodEnd(at, own.id, "subscriber");
}

async function renew(at: ChangingAtPortal, own: Own): Promise<void> {
  const { cancelAt, cancelledBySubscriber } = await loadOwnSubscription(at, own);
  if (cancelAt !== null && !cancelledBySubscriber) throw new Refusal(cancelledBySeller);
  await renewAgain(at, own.id, "subscriber");
}

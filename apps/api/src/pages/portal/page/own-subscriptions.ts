import { z } from "zod";
import { loadOfferedCards } from "../../../catalog/rate-cards/offered-cards.ts";
import { shownService } from "../../../catalog/services/services.ts";
import { component, createdAt } from "../../../kit/answers.ts";
import { requiredBoolean } from "../../../kit/fields.ts";
import { page, pageOf } from "../../../kit/lists.ts";
import { Refusal, type RefusalTerms } from "../../../kit/refusal.ts";
import { pageOperation } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import { offeredCards } from "../../../schemas/checkout.ts";
import { OfferedPlan } from "../../../schemas/plans.ts";
import { PortalLink, PortalSubscription, portalLinkRefusals } from "../../../schemas/portal.ts";
import { ShownService } from "../../../schemas/services.ts";
import {
  cancellationNotScheduled,
  nextCharge,
  Subscription,
  subscriptionNotActive,
  subscriptionNotFound,
  subscriptionWithoutPeriodEnd,
} from "../../../schemas/subscriptions.ts";
import {
  loadOwnSubscription,
  loadOwnSubscriptions,
  type SubscriptionWithOffer,
} from "../../../subscriptions/load-subscription.ts";
import { nextChargeOf } from "../../../subscriptions/next-charge.ts";
import { cancelAtPeriodEnd, renewAgain } from "../../../subscriptions/subscriptions.ts";
import {
  type AtPortal,
  type ChangingAtPortal,
  changeAtPortal,
  loadPortal,
  mayAtPortal,
  requirePortalLink,
} from "../portal-sessions/load-portal.ts";

const SubscriptionAtPortal = component(
  "PortalSubscription",
  "A subscription, as the portal shows it.",
  {
    ...Subscription.pick({ id: true, status: true }).shape,
    service: ShownService.meta({ description: "The service that is subscribed to" }),
    paymentPlan: OfferedPlan,
    rateCards: offeredCards(),
    ...Subscription.pick({
      currentPeriodStart: true,
      currentPeriodEnd: true,
      cancelAt: true,
      endedAt: true,
    }).shape,
    createdAt: createdAt(),
    nextCharge: nextCharge().meta({ description: "The next charge; null if none is planned" }),
    canCancel: z.boolean().meta({
      description: "Whether the subscriber may cancel at the end of the period",
      example: true,
    }),
    canRenew: z.boolean().meta({
      description: "Whether the subscriber may take back a scheduled cancellation",
      example: false,
    }),
  },
);

const OnePortalSubscription = z.object({ subscription: SubscriptionAtPortal });

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
    nextCharge: status === "ACTIVE" ? nextChargeOf(subscription) : null,
    canCancel: isOpen && currentPeriodEnd !== null && cancelAt === null && portalAllowsCancel,
    canRenew: isOpen && cancelAt !== null && cancelledBySubscriber,
  };
}

const PortalSubscriptionPage = pageOf(
  "subscriptions",
  SubscriptionAtPortal,
  "portal/subscriptions",
);

export const listOwnSubscriptions = pageOperation("GET /portal/{portalToken}/subscriptions", {
  name: "portal.subscriptions",
  summary: "List the subscriber's subscriptions, newest first",
  description:
    "Each with its service, its plan and its next charge. Ended subscriptions are included. Due renewals are applied first.",
  refusals: { ...portalLinkRefusals, tooManyRequests },
  input: PortalLink.extend(page("portal/subscriptions")),
  output: PortalSubscriptionPage,
  run: async (work, { portalToken, ...page }) => {
    const at = await loadPortal(work, portalToken, "portal.subscriptions");
    const { rows, next } = await loadOwnSubscriptions(at, { ...page, userId: at.userId });
    return { subscriptions: await shownSubscriptions(at, rows), nextCursor: next };
  },
});

const cancellationNotAllowed: RefusalTerms = {
  kind: "conflict",
  code: "portal_cancellation_off",
  message: "This seller does not let subscribers cancel here.",
  meaning: "The service's `portal.allowsCancel` is `false`.",
  remedy: "Ask the seller to cancel the subscription, or set `portal.allowsCancel` as the seller.",
};

const cancelledBySeller: RefusalTerms = {
  kind: "conflict",
  code: "cancelled_by_seller",
  message: "The seller has cancelled this subscription.",
  meaning: "The seller scheduled the cancellation, so the subscriber cannot take it back.",
  remedy: "Ask the seller to let the subscription renew.",
};

const PortalCancellation = PortalSubscription.extend({
  atPeriodEnd: requiredBoolean().meta({
    description:
      "`true`: the subscription ends with its current period. `false`: takes the cancellation back, and the subscription renews",
    example: true,
  }),
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

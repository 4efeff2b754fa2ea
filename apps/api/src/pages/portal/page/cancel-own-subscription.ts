import { Refusal } from "../../../kit/refusal.ts";
import { visit } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import {
  cancellationNotAllowed,
  cancelledBySeller,
  OnePortalSubscription,
  PortalCancellation,
  portalLinkRefusals,
} from "../../../schemas/portal.ts";
import {
  cancellationNotScheduled,
  subscriptionNotActive,
  subscriptionNotFound,
  subscriptionWithoutPeriodEnd,
} from "../../../schemas/subscriptions.ts";
import { cancelAtPeriodEnd, renewAgain } from "../../../subscriptions/cancel-subscription.ts";
import { loadOwnSubscription } from "../../../subscriptions/load-subscription.ts";
import { type ChangingAtPortal, changeAtPortal } from "../portal-sessions/change-at-portal.ts";
import { type AtPortal, loadPortal, requirePortalLink } from "../portal-sessions/load-portal.ts";
import { shownSubscriptions } from "./shown-subscription.ts";

/** A subscriber may take its own cancellation back, also where the seller does not allow new ones any more. */
export const cancelOwnSubscription = visit(
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

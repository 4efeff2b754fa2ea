import { Refusal } from "../../../kit/refusal.ts";
import { visit } from "../../../operation/define.ts";
import { tooManyRequests } from "../../../operation/errors.ts";
import {
  noPeriodSoLongAgo,
  OnePortalUsage,
  PortalUsageQuery,
  portalLinkRefusals,
} from "../../../schemas/portal.ts";
import { subscriptionNotFound } from "../../../schemas/subscriptions.ts";
import {
  loadOwnSubscription,
  type SubscriptionWithOffer,
} from "../../../subscriptions/load-subscription.ts";
import { type Period, periodAgo } from "../../../subscriptions/periods.ts";
import { sumUsageByDay } from "../../../usage/sum-usage-by-day.ts";
import { loadPortal } from "../portal-sessions/load-portal.ts";

export const getOwnUsage = visit("GET /portal/{portalToken}/subscriptions/{subscriptionId}/usage", {
  name: "portal.usage",
  cost: "large",
  summary: "Add up the usage of a period of the subscriber's subscription",
  description:
    "Exact sums of one billing period for the prefixes with most events, by prefix of the event keys and by day in UTC.",
  refusals: {
    ...portalLinkRefusals,
    subscriptionNotFound,
    noPeriodSoLongAgo,
    tooManyRequests,
  },
  input: PortalUsageQuery,
  output: OnePortalUsage,
  run: async (work, { portalToken, subscriptionId, periodsAgo }) => {
    const at = await loadPortal(work, portalToken, "portal.usage");
    const own = { id: subscriptionId, userId: at.userId };
    const subscription = await loadOwnSubscription(at, own);
    const period = periodOf(subscription, periodsAgo, await at.time());
    const sums = await sumUsageByDay(at, { subscriptionId: subscription.id, ...period });
    return { usage: { ...period, ...sums } };
  },
});

/** @throws Refusal 404 for a period before the first one */
function periodOf(
  { billingAnchor, currentPeriodStart, paymentPlan }: SubscriptionWithOffer,
  periodsAgo: number,
  now: Date,
): Period {
  const { billingInterval } = paymentPlan;
  const latest = billingInterval === "NONE" ? now : currentPeriodStart;
  const period = periodAgo(billingInterval, billingAnchor, latest, periodsAgo);
  if (period === null) throw new Refusal(noPeriodSoLongAgo);
  return period;
}

import type { SubscriptionWithOffer } from "../../../subscriptions/load-subscription.ts";
import type { OfferedPlan } from "../../payments/agreed-terms.ts";

/** What a subscriber who signs a spending cap agrees to: who is paid, and what usage costs. Nothing is paid now. */
export const offeredForCap = ({
  service,
  paymentPlanId,
  currentPeriodStart: at,
}: SubscriptionWithOffer): OfferedPlan => ({
  service,
  plan: { paymentPlanId, at },
  amountDue: null,
});

import type { InTransaction } from "../db/client.ts";
import { everyone } from "../lib/tenant.ts";
import { isPeriodOver } from "../ports/due.ts";
import { nextBoundary } from "./periods.ts";
import { findSubscription, rollPeriod, type SubscriptionWithPlan } from "./store.ts";

export { findSubscriptionsToRenew } from "./store.ts";

/**
 * Begins the next period of a subscription whose period is over. Of all who find it over, one begins it: its
 * transaction must also make what the period brings.
 *
 * @returns the subscription as it was before, with its plan
 */
export async function beginNextPeriod(
  { tx, now }: InTransaction,
  id: string,
): Promise<SubscriptionWithPlan | "begun by another" | "not due"> {
  const subscription = await findSubscription(tx, id, everyone);
  if (subscription === null || !isPeriodOver(subscription, now)) return "not due";
  const { paymentPlan, billingAnchor, currentPeriodEnd: ended } = subscription;
  if (ended === null) return "not due";
  const nextEnd = nextBoundary(paymentPlan.billingInterval, billingAnchor, ended);
  if (nextEnd === null) return "not due";
  const isOurs = await rollPeriod(tx, id, ended, nextEnd, now);
  return isOurs ? subscription : "begun by another";
}

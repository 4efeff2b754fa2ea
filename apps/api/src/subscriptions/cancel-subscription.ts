import { inTransaction } from "../db/client.ts";
import type { Parts } from "../parts.ts";
import { Refusal } from "../shared/refusal.ts";
import { announceSubscription } from "./announce-subscription.ts";
import { subscriptionNotActive } from "./errors.ts";
import { getSubscription } from "./get-subscription.ts";
import { cancelActive, type SubscriptionWithPlan } from "./store.ts";

/** Ends a subscription now: no more usage, no more renewals. What is owed stays owed. */
export async function cancelSubscription(parts: Parts, id: string): Promise<SubscriptionWithPlan> {
  const subscription = await getSubscription(parts, id);
  const now = parts.clock.now();
  await inTransaction(parts.db, async (tx) => {
    if (!(await cancelActive(tx, subscription.id, now))) throw new Refusal(subscriptionNotActive);
    await announceSubscription(tx, "subscription.cancelled", subscription.id, now);
  });
  return getSubscription(parts, subscription.id);
}

import { subscriptionNotActive } from "../contract/subscriptions.ts";
import { inTransaction } from "../db/client.ts";
import { Refusal } from "../lib/refusal.ts";
import type { Parts } from "../ports/parts.ts";
import { announceSubscription } from "./announce-subscription.ts";
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

import { subscriptionNotActive } from "../contract/subscriptions.ts";
import { inTransaction } from "../db/client.ts";
import { Refusal } from "../lib/refusal.ts";
import type { Parts } from "../ports/parts.ts";
import { announceSubscription } from "./announce-subscription.ts";
import { getSubscription } from "./get-subscription.ts";
import { cancelActive, type SubscriptionWithPlan } from "./store.ts";

/** Ends a subscription now: no more usage, no more renewals. Open invoices stay open. */
export async function cancelSubscription(
  parts: Pick<Parts, "db" | "tenant" | "due" | "clock">,
  id: string,
): Promise<SubscriptionWithPlan> {
  const subscription = await getSubscription(parts, id);
  const now = parts.clock.now();
  await inTransaction(parts.db, async (tx) => {
    if (!(await cancelActive(tx, subscription.id, now))) throw new Refusal(subscriptionNotActive);
    await announceSubscription({ tx, now }, "subscription.cancelled", subscription.id);
  });
  return getSubscription(parts, subscription.id);
}

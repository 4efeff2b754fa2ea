import {
  subscriptionNotFound,
  subscriptionNotOfServiceAndUser,
} from "../contract/subscriptions.ts";
import { Refusal } from "../lib/refusal.ts";
import type { Parts } from "../ports/parts.ts";
import { renewSubscription } from "../time/renew-subscription.ts";
import { findSubscription, type SubscriptionWithPlan } from "./store.ts";

/** The subscription as of now: periods that are over have been rolled forward. */
export async function getSubscription(parts: Parts, id: string): Promise<SubscriptionWithPlan> {
  const subscription = await findSubscription(parts.db, id, parts.tenant);
  if (subscription === null) throw new Refusal(subscriptionNotFound);
  return asOfNow(parts, subscription);
}

/** The subscription that a caller named with its service and user; 404 when they do not match. */
export async function getSubscriptionOf(
  parts: Parts,
  { id, serviceId, userId }: { id: string; serviceId: string; userId: string },
): Promise<SubscriptionWithPlan> {
  const subscription = await findSubscription(parts.db, id, parts.tenant);
  if (subscription?.serviceId !== serviceId || subscription.userId !== userId) {
    throw new Refusal(subscriptionNotOfServiceAndUser);
  }
  return asOfNow(parts, subscription);
}

async function asOfNow(
  parts: Parts,
  subscription: SubscriptionWithPlan,
): Promise<SubscriptionWithPlan> {
  const renewed = await renewSubscription(parts, subscription);
  return renewed ? getSubscription(parts, subscription.id) : subscription;
}

import {
  subscriptionNotFound,
  subscriptionNotOfServiceAndUser,
} from "../contract/subscriptions.ts";
import { Refusal } from "../lib/refusal.ts";
import type { Parts } from "../ports/parts.ts";
import { upToDate } from "../ports/up-to-date.ts";
import { findSubscription, type SubscriptionWithPlan } from "./store.ts";

export { findNewestActiveOf } from "./store.ts";
export type { SubscriptionWithPlan };

type LoadParts = Pick<Parts, "db" | "tenant" | "due">;

/**
 * The subscription as of now: due renewals are applied first.
 *
 * @throws Refusal 404 when the tenant has no such subscription
 */
export function loadSubscription(
  { db, tenant, due }: LoadParts,
  id: string,
): Promise<SubscriptionWithPlan> {
  const read = async () => {
    const subscription = await findSubscription(db, id, tenant);
    if (subscription === null) throw new Refusal(subscriptionNotFound);
    return subscription;
  };
  return upToDate({ db, due }, read, timed);
}

/** The same, by id, service and user. @throws Refusal 404 also when they do not match */
export function loadSubscriptionOf(
  { db, tenant, due }: LoadParts,
  { id, serviceId, userId }: { id: string; serviceId: string; userId: string },
): Promise<SubscriptionWithPlan> {
  const read = async () => {
    const subscription = await findSubscription(db, id, tenant);
    if (subscription?.serviceId !== serviceId || subscription.userId !== userId) {
      throw new Refusal(subscriptionNotOfServiceAndUser);
    }
    return subscription;
  };
  return upToDate({ db, due }, read, timed);
}

const timed = (subscription: SubscriptionWithPlan) => ({ subscriptions: [subscription] });

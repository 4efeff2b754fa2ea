import {
  subscriptionNotFound,
  subscriptionNotOfServiceAndUser,
} from "../contract/subscriptions.ts";
import { Refusal } from "../lib/refusal.ts";
import type { Parts } from "../ports/parts.ts";
import { upToDate } from "../ports/up-to-date.ts";
import { findSubscription, type SubscriptionWithPlan } from "./store.ts";

export type { SubscriptionWithPlan };

type ReadParts = Pick<Parts, "db" | "tenant" | "due">;

/** The subscription as of now: periods that are over have been renewed. */
export function getSubscription(parts: ReadParts, id: string): Promise<SubscriptionWithPlan> {
  const read = async () => {
    const subscription = await findSubscription(parts.db, id, parts.tenant);
    if (subscription === null) throw new Refusal(subscriptionNotFound);
    return subscription;
  };
  return upToDate(parts, read, timed);
}

/** The subscription that a caller named with its service and user; 404 when they do not match. */
export function getSubscriptionOf(
  parts: ReadParts,
  { id, serviceId, userId }: { id: string; serviceId: string; userId: string },
): Promise<SubscriptionWithPlan> {
  const read = async () => {
    const subscription = await findSubscription(parts.db, id, parts.tenant);
    if (subscription?.serviceId !== serviceId || subscription.userId !== userId) {
      throw new Refusal(subscriptionNotOfServiceAndUser);
    }
    return subscription;
  };
  return upToDate(parts, read, timed);
}

const timed = (subscription: SubscriptionWithPlan) => ({ subscriptions: [subscription] });

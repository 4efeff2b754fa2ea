import type { Page, PageRequest } from "../kit/lists.ts";
import { orRefuse, Refusal } from "../kit/refusal.ts";
import { upToDate } from "../operation/ports/due.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { subscriptionNotFound, subscriptionNotOfServiceAndUser } from "../schemas/subscriptions.ts";
import {
  findSubscription,
  findSubscriptionOfUser,
  findSubscriptionsWithOffer,
  type SubscriptionWithOffer,
  type SubscriptionWithPlan,
} from "./store.ts";

export type { SubscriptionWithOffer, SubscriptionWithPlan };

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
  const read = async () => orRefuse(await findSubscription(db, id, tenant), subscriptionNotFound);
  return upToDate({ db, due }, read, timed);
}

/** The same, if it is of the service. @throws Refusal 404 also when it is of another */
export async function loadSubscriptionTo(
  parts: LoadParts,
  serviceId: string,
  id: string,
): Promise<SubscriptionWithPlan> {
  const subscription = await loadSubscription(parts, id);
  if (subscription.serviceId !== serviceId) throw new Refusal(subscriptionNotFound);
  return subscription;
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

/** A subscriber's own subscription, with what is subscribed to. @throws Refusal 404 when the user has no such one */
export function loadOwnSubscription(
  { db, tenant, due }: LoadParts,
  { id, userId }: { id: string; userId: string },
): Promise<SubscriptionWithOffer> {
  const read = async () =>
    orRefuse(await findSubscriptionOfUser(db, { id, userId, tenant }), subscriptionNotFound);
  return upToDate({ db, due }, read, timed);
}

/** A page of a subscriber's own subscriptions. */
export function loadOwnSubscriptions(
  { db, tenant, due }: LoadParts,
  query: PageRequest & { readonly userId: string },
): Promise<Page<SubscriptionWithOffer>> {
  return upToDate(
    { db, due },
    () => findSubscriptionsWithOffer(db, tenant, query),
    ({ rows }) => ({ subscriptions: rows }),
  );
}

const timed = (subscription: SubscriptionWithPlan) => ({ subscriptions: [subscription] });

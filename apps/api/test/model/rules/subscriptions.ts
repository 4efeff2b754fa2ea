import { type Expected, Fields, type ModelCall, Refused } from "../model-call.ts";
import { showSubscription } from "../views.ts";
import { type Id, known, newUnnamedId, put, type Subscription, type World } from "../world.ts";
import { beginOfPeriod } from "./periods.ts";
import { isOf, listedIn, namedIn } from "./services.ts";

/** The end of a subscription's current period; null: it never ends. */
export function endOfPeriod(
  world: World,
  { paymentPlanId, createdAt, period }: Subscription,
): number | null {
  const { billingInterval } = known(world.plans, paymentPlanId);
  return beginOfPeriod(billingInterval, createdAt, period + 1);
}

/**
 * Begins each due period once, with everything that follows from it. A subscription may end with its period
 * instead.
 */
export function renew(world: World, id: Id): Subscription {
  for (;;) {
    const subscription = known(world.subscriptions, id);
    const end = endOfPeriod(world, subscription);
    if (subscription.status !== "ACTIVE" || end === null || end > world.now) return subscription;
    if (subscription.endsWithPeriod) {
      put(world.subscriptions, {
        ...subscription,
        status: "CANCELLED",
        endedAt: end,
        updatedAt: world.now,
      });
      continue;
    }
    const { period, serviceId, paymentPlanId, userId } = subscription;
    put(world.subscriptions, { ...subscription, period: period + 1, updatedAt: world.now });
    const { pricingType, amount } = known(world.plans, paymentPlanId);
    if (pricingType !== "FIXED_RECURRING" || amount === 0n) continue;
    put(world.invoices, {
      id: newUnnamedId(world),
      serviceId,
      paymentPlanId,
      userId,
      subscriptionId: id,
      status: "OPEN",
      amount,
      dueAt: null,
      paidAt: null,
      lines: [],
      createdAt: world.now,
    });
  }
}

/** The subscription that a caller names, after due changes. */
function namedSubscription(call: ModelCall): Subscription {
  const { world } = call;
  return renew(world, namedIn(world.subscriptions, call, ["subscriptionId", "Subscription"]).id);
}

export function getSubscription(call: ModelCall): Expected {
  const subscription = namedSubscription(call);
  return { status: 200, body: { subscription: showSubscription(call.world, subscription) } };
}

export function cancelSubscription(call: ModelCall): Expected {
  const { world, input } = call;
  const atPeriodEnd = new Fields(input).optionalBoolean("atPeriodEnd");
  const before = namedSubscription(call);
  if (before.status !== "ACTIVE") throw new Refused(409, "Subscription is not ACTIVE.");
  const subscription = { ...before, ...cancelled(world, before, atPeriodEnd) };
  put(world.subscriptions, subscription);
  return { status: 200, body: { subscription: showSubscription(world, subscription) } };
}

/** The changes that a cancellation makes to an active subscription. */
function cancelled(
  world: World,
  subscription: Subscription,
  atPeriodEnd: boolean | undefined,
): Partial<Subscription> {
  const { endsWithPeriod } = subscription;
  const updatedAt = world.now;
  if (atPeriodEnd === undefined) {
    return { status: "CANCELLED", endsWithPeriod: false, endedAt: updatedAt, updatedAt };
  }
  if (atPeriodEnd && endOfPeriod(world, subscription) === null) {
    throw new Refused(409, "Subscription has no period that ends.");
  }
  if (!atPeriodEnd && !endsWithPeriod) {
    throw new Refused(409, "Subscription is not scheduled to be cancelled.");
  }
  return atPeriodEnd === endsWithPeriod ? {} : { endsWithPeriod: atPeriodEnd, updatedAt };
}

/** The subscription that a caller names together with its service and its user. */
export function subscriptionOf(
  { world, tenant }: ModelCall,
  id: Id,
  of: { readonly serviceId: Id; readonly userId: Id },
): Subscription {
  const subscription = world.subscriptions.get(id);
  const matches =
    subscription?.serviceId === of.serviceId &&
    subscription.userId === of.userId &&
    isOf(world, tenant, of.serviceId);
  if (!matches) throw new Refused(404, "Subscription was not found for the service and user.");
  return subscription;
}

export function listSubscriptions(call: ModelCall): unknown[] {
  const { world } = call;
  const subscriptions = listedIn(world.subscriptions, call, ["userId", "status"]);
  return subscriptions.map(({ id }) => showSubscription(world, renew(world, id)));
}

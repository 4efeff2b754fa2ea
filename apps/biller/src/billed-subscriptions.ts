import type { Plan, RateCard, Subscription, UsanceClient } from "@usance/sdk";

/** A subscription to a plan with rate cards. */
export interface BilledSubscription {
  readonly subscription: Subscription;
  readonly plan: Plan;
  /** All cards of the plan, newest first. */
  readonly cards: readonly RateCard[];
}

/**
 * The subscriptions that the biller bills: those to plans that have a rate card. It reads each plan once.
 *
 * @param serviceId only those of this service
 */
export async function* billedSubscriptions(
  usance: UsanceClient,
  serviceId: string | undefined,
): AsyncGenerator<BilledSubscription, void> {
  const known = new Map<string, Promise<Omit<BilledSubscription, "subscription">>>();
  for await (const subscription of usance.subscriptions.list({ serviceId, limit: 100 })) {
    const { paymentPlanId } = subscription;
    const prices = known.get(paymentPlanId) ?? pricesOf(usance, subscription);
    known.set(paymentPlanId, prices);
    const { plan, cards } = await prices;
    if (cards.length > 0) yield { subscription, plan, cards };
  }
}

async function pricesOf(
  { plans, rateCards }: UsanceClient,
  { serviceId, paymentPlanId }: Subscription,
) {
  const plan = await plans.get({ serviceId, paymentPlanId });
  return { plan, cards: await Array.fromAsync(rateCards.list({ paymentPlanId, limit: 100 })) };
}

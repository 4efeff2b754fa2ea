import type { Plan, RateCard, Subscription, UsanceClient } from "@usance/sdk";

/** A subscription to a plan with rate cards. */
export interface BilledSubscription {
  readonly subscription: Subscription;
  readonly plan: Plan;
  /** All cards of the plan, newest first. */
  readonly cards: readonly RateCard[];
  /** The time of its service, in milliseconds since 1970. */
  readonly now: () => number;
}

interface Asked {
  readonly usance: UsanceClient;
  /** Only subscriptions of this service. */
  readonly serviceId?: string | undefined;
  readonly now: () => number;
}

/** The subscriptions that the biller bills: those to plans that have a rate card. It reads each plan and service once. */
export async function* billedSubscriptions({
  usance,
  serviceId: only,
  now,
}: Asked): AsyncGenerator<BilledSubscription, void> {
  const known = new Map<string, Promise<Omit<BilledSubscription, "subscription">>>();
  const times = new Map<string, Promise<() => number>>();
  const readTerms = async ({ serviceId, paymentPlanId }: Subscription) => {
    const time = times.get(serviceId) ?? timeOf(usance, serviceId, now);
    times.set(serviceId, time);
    const read = { now: await time, plan: await usance.plans.get({ serviceId, paymentPlanId }) };
    const cards = await Array.fromAsync(usance.rateCards.list({ paymentPlanId, limit: 100 }));
    return { ...read, cards };
  };
  for await (const subscription of usance.subscriptions.list({ serviceId: only, limit: 100 })) {
    const { paymentPlanId } = subscription;
    const terms = known.get(paymentPlanId) ?? readTerms(subscription);
    known.set(paymentPlanId, terms);
    const read = await terms;
    if (read.cards.length > 0) yield { subscription, ...read };
  }
}

/** A test clock stands still between its advances. */
async function timeOf(
  { services, testClocks }: UsanceClient,
  serviceId: string,
  now: () => number,
): Promise<() => number> {
  const { testClockId } = await services.get({ serviceId });
  if (testClockId === null) return now;
  const testClock = await testClocks.get({ testClockId });
  return () => Date.parse(testClock.now);
}

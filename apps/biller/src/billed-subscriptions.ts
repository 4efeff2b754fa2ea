import type { Subscription, UsanceClient } from "@usance/sdk";

interface Asked {
  readonly usance: UsanceClient;
  /** Only subscriptions of this service. */
  readonly serviceId?: string | undefined;
}

/** The subscriptions that the biller bills: those to plans that have a rate card. It asks for each plan once. */
export async function* billedSubscriptions({
  usance,
  serviceId,
}: Asked): AsyncGenerator<Subscription, void> {
  const known = new Map<string, Promise<boolean>>();
  const hasCard = async (paymentPlanId: string) =>
    (await usance.rateCards.list({ paymentPlanId, limit: 1 })).rateCards.length > 0;
  for await (const subscription of usance.subscriptions.list({ serviceId, limit: 100 })) {
    const { paymentPlanId } = subscription;
    const isPriced = known.get(paymentPlanId) ?? hasCard(paymentPlanId);
    known.set(paymentPlanId, isPriced);
    if (await isPriced) yield subscription;
  }
}

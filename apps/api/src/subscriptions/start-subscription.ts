import type { InTransaction } from "../db/client.ts";
import type { PaymentPlan } from "../db/generated/client.ts";
import { everyone } from "../kit/tenant.ts";
import { isPeriodOver } from "../operation/ports/due.ts";
import { nextBoundary } from "./periods.ts";
import {
  endWithPeriod,
  findSubscription,
  insertSubscription,
  rollPeriod,
  type SubscriptionWithPlan,
} from "./store.ts";
import { announceSubscription } from "./subscriptions.ts";

/** The fields of a paid checkout session that its subscription is made of. */
interface PaidSession {
  readonly id: string;
  /** The id that was reserved for the subscription. */
  readonly subscriptionId: string;
  readonly serviceId: string;
  readonly ownerId: string;
  readonly paymentPlan: PaymentPlan;
}

/** Starts the one subscription of a paid session, in the transaction that makes it `PAID`. */
export async function startSubscription(
  { tx, now }: InTransaction,
  session: PaidSession,
  userId: string,
): Promise<void> {
  const { id } = await insertSubscription(tx, {
    id: session.subscriptionId,
    status: "ACTIVE",
    serviceId: session.serviceId,
    ownerId: session.ownerId,
    paymentPlanId: session.paymentPlan.id,
    userId,
    checkoutSessionId: session.id,
    billingAnchor: now,
    currentPeriodStart: now,
    currentPeriodEnd: nextBoundary(session.paymentPlan.billingInterval, now, now),
    createdAt: now,
    updatedAt: now,
  });
  await announceSubscription({ tx, now }, "subscription.created", id);
}

interface EndedPeriod {
  /** The subscription as it was before, with its plan. */
  readonly subscription: SubscriptionWithPlan;
  /** Whether the next period has begun, or the subscription ended with this one. */
  readonly outcome: "renewed" | "cancelled";
}

/**
 * Ends the current period of a subscription if it is over: the next one begins, or the subscription ends with it. One of
 * several concurrent calls ends it, and its transaction must also do what follows from the end.
 *
 * @returns "changed" when another call changed the subscription meanwhile
 */
export async function endPeriod(
  { tx, now }: InTransaction,
  id: string,
): Promise<EndedPeriod | "changed" | "not due"> {
  const subscription = await findSubscription(tx, id, everyone);
  if (subscription === null || !isPeriodOver(subscription, now)) return "not due";
  const { paymentPlan, billingAnchor, currentPeriodEnd: ended, cancelAt } = subscription;
  if (ended === null) return "not due";
  if (cancelAt !== null) {
    const isOurs = await endWithPeriod(tx, id, ended, now);
    return isOurs ? { subscription, outcome: "cancelled" } : "changed";
  }
  const nextEnd = nextBoundary(paymentPlan.billingInterval, billingAnchor, ended);
  if (nextEnd === null) return "not due";
  const isOurs = await rollPeriod(tx, id, ended, nextEnd, now);
  return isOurs ? { subscription, outcome: "renewed" } : "changed";
}

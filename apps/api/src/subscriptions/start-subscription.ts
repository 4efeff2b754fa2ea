import type { Queryable } from "../db/client.ts";
import type { PaymentPlan } from "../db/generated/client.ts";
import { announceSubscription } from "./announce-subscription.ts";
import { nextBoundary } from "./periods.ts";
import { insertSubscription } from "./store.ts";

/** What a paid checkout session is to a subscription. */
interface PaidSession {
  readonly id: string;
  /** The id that was set aside for it. */
  readonly subscriptionId: string;
  readonly serviceId: string;
  readonly ownerId: string;
  readonly paymentPlan: PaymentPlan;
}

/** Starts the one subscription of a paid session, in the transaction that makes it `PAID`. */
export async function startSubscription(
  tx: Queryable,
  session: PaidSession,
  userId: string,
  now: Date,
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
  await announceSubscription(tx, "subscription.created", id, now);
}

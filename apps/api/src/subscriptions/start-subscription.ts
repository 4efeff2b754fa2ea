import type { InTransaction } from "../db/client.ts";
import type { PaymentPlan } from "../db/generated/client.ts";
import { announceSubscription } from "./announce-subscription.ts";
import { nextBoundary } from "./periods.ts";
import { insertSubscription } from "./store.ts";

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

import type { Queryable } from "../db/client.ts";
import type { PaymentPlan, Subscription } from "../db/generated/client.ts";
import { newId } from "../shared/ids.ts";
import { announceInvoice } from "./announce-invoice.ts";
import { insertInvoice } from "./store.ts";

/** The `OPEN` invoice of a new period, in the transaction that begins the period. */
export async function createRenewalInvoice(
  tx: Queryable,
  subscription: Subscription & { paymentPlan: PaymentPlan },
  now: Date,
): Promise<void> {
  const { id } = await insertInvoice(tx, {
    id: newId(),
    serviceId: subscription.serviceId,
    ownerId: subscription.ownerId,
    paymentPlanId: subscription.paymentPlanId,
    userId: subscription.userId,
    subscriptionId: subscription.id,
    status: "OPEN",
    amount: subscription.paymentPlan.amount,
    currency: subscription.paymentPlan.currency,
    dueAt: null,
    createdAt: now,
    updatedAt: now,
  });
  await announceInvoice(tx, "invoice.created", id, now);
  await announceInvoice(tx, "invoice.opened", id, now);
}

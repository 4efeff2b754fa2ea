import type { Queryable } from "../db/client.ts";
import type { PaymentPlan } from "../db/generated/client.ts";
import { announceInvoice } from "./announce-invoice.ts";
import { insertInvoice, setInvoiceUser } from "./store.ts";

interface Due {
  readonly id: string;
  readonly serviceId: string;
  readonly ownerId: string;
  readonly paymentPlan: PaymentPlan;
  readonly userId: string;
  /** null: the subscription starts when it is paid. */
  readonly subscriptionId: string | null;
  readonly dueAt: Date | null;
  /** When it is collected under the subscription's spending cap; null: not at all. */
  readonly collectAt: Date | null;
}

/** An `OPEN` invoice of a plan's amount, in the transaction that makes it due. */
export async function openInvoice(
  tx: Queryable,
  { paymentPlan, ...due }: Due,
  now: Date,
): Promise<void> {
  await insertInvoice(tx, {
    ...due,
    paymentPlanId: paymentPlan.id,
    status: "OPEN",
    amount: paymentPlan.amount,
    currency: paymentPlan.currency,
    createdAt: now,
    updatedAt: now,
  });
  await announceInvoice(tx, "invoice.created", due.id, now);
  await announceInvoice(tx, "invoice.opened", due.id, now);
}

/** Bills another user than before, as long as nothing was paid: in the transaction that begins to pay it. */
export function billTo(tx: Queryable, id: string, userId: string): Promise<void> {
  return setInvoiceUser(tx, id, userId);
}

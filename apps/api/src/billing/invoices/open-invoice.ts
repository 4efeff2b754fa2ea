import type { Queryable } from "../../db/client.ts";
import type { PaymentPlan } from "../../db/generated/client.ts";
import { announceInvoice } from "./announce-invoice.ts";
import { insertInvoice, setInvoiceUser } from "./store.ts";

interface Due {
  readonly id: string;
  readonly serviceId: string;
  readonly ownerId: string;
  readonly paymentPlan: PaymentPlan;
  /** null: nobody yet, and callers are not shown it: somebody has begun to pay at checkout. */
  readonly userId: string | null;
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

/**
 * Bills whoever has paid an invoice at checkout, in the transaction that confirms the payment. Callers are
 * told of an invoice that billed nobody before as of one that was opened now.
 */
export async function billPayer(
  tx: Queryable,
  { id, userId: before }: { readonly id: string; readonly userId: string | null },
  userId: string,
  now: Date,
): Promise<void> {
  if (before !== null) return setInvoiceUser(tx, id, { userId });
  await setInvoiceUser(tx, id, { userId, createdAt: now });
  await announceInvoice(tx, "invoice.created", id, now);
  await announceInvoice(tx, "invoice.opened", id, now);
}

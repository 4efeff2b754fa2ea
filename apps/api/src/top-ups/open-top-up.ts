import { insertTopUp } from "../balances/store.ts";
import { type AnnounceParts, announceInvoice } from "../billing/invoices/announce-invoice.ts";
import { insertInvoice } from "../billing/invoices/store.ts";
import { findNewestPlanOf } from "../catalog/plans/store.ts";
import { serviceHasNoPlan } from "../contract/balances.ts";
import type { Balance } from "../db/generated/client.ts";
import { newId } from "../lib/ids.ts";
import type { Amount } from "../lib/money.ts";
import { Refusal } from "../lib/refusal.ts";
import { findNewestActiveOf } from "../subscriptions/store.ts";

interface TopUp {
  readonly amount: Amount;
  readonly dueAt: Date | null;
}

/**
 * Creates the `OPEN` invoice of a top-up, of the user's newest active subscription or of the service's newest plan.
 *
 * @returns the invoice's id
 * @throws Refusal 409 when the service has no plan
 */
export async function openTopUp(
  parts: AnnounceParts,
  { id: balanceId, serviceId, ownerId, userId }: Balance,
  { amount, dueAt }: TopUp,
): Promise<string> {
  const { tx, now } = parts;
  const subscription = await findNewestActiveOf(tx, { serviceId, userId });
  const paymentPlanId =
    subscription?.paymentPlanId ?? (await findNewestPlanOf(tx, serviceId))?.id ?? null;
  if (paymentPlanId === null) throw new Refusal(serviceHasNoPlan);
  const id = newId();
  const line = { position: 0, description: "Prepaid balance", quantity: 1, amount };
  await insertInvoice(tx, {
    id,
    serviceId,
    ownerId,
    paymentPlanId,
    userId,
    subscriptionId: subscription?.id ?? null,
    status: "OPEN",
    amount,
    currency: "USDC",
    dueAt,
    createdAt: now,
    updatedAt: now,
    lines: { create: { ...line, unitAmount: amount } },
  });
  await insertTopUp(tx, { invoiceId: id, balanceId, isAutomatic: false, createdAt: now });
  await announceInvoice(parts, "invoice.created", id);
  await announceInvoice(parts, "invoice.opened", id);
  return id;
}

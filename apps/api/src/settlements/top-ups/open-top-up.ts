import { noteTopUp } from "../../balances/top-ups.ts";
import { findNewestPlanOf } from "../../catalog/plans/store.ts";
import type { Balance } from "../../db/generated/client.ts";
import type { AnnounceParts } from "../../invoices/announce-invoice.ts";
import { openTopUpInvoice } from "../../invoices/open-invoice.ts";
import { newId } from "../../kit/ids.ts";
import { Amount } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import { serviceHasNoPlan } from "../../schemas/balances.ts";
import type { BilledSubscription } from "./lock-billed-subscription.ts";

interface TopUp {
  readonly amount: Pick<Amount, "toFixed">;
  readonly dueAt: Date | null;
  /** The locked subscription that the invoice bills; null: it bills the service's newest plan. */
  readonly subscription: BilledSubscription | null;
  /** Whether it is collected at once under the subscription's spending cap. */
  readonly isAutomatic: boolean;
}

/**
 * Creates the `OPEN` invoice of a top-up.
 *
 * @returns the invoice's id
 * @throws Refusal 409 when the service has no plan
 */
export async function openTopUp(
  parts: AnnounceParts,
  {
    id: balanceId,
    serviceId,
    ownerId,
    userId,
  }: Pick<Balance, "id" | "serviceId" | "ownerId" | "userId">,
  { amount, dueAt, subscription, isAutomatic }: TopUp,
): Promise<string> {
  const { tx, now } = parts;
  const paymentPlanId =
    subscription?.paymentPlanId ?? (await findNewestPlanOf(tx, serviceId))?.id ?? null;
  if (paymentPlanId === null) throw new Refusal(serviceHasNoPlan);
  const invoice = {
    amount: new Amount(amount.toFixed(6)),
    dueAt,
    collectAt: isAutomatic ? now : null,
    id: newId(),
    serviceId,
    ownerId,
    paymentPlanId,
    userId,
    subscriptionId: subscription?.id ?? null,
  };
  await openTopUpInvoice(parts, invoice);
  await noteTopUp(parts, { invoiceId: invoice.id, balanceId, isAutomatic });
  return invoice.id;
}

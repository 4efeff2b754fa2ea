import { noteTopUp } from "../balances/top-ups.ts";
import type { AnnounceParts } from "../billing/invoices/announce-invoice.ts";
import { openTopUpInvoice } from "../billing/invoices/open-invoice.ts";
import { findNewestPlanOf } from "../catalog/plans/get-plan.ts";
import { serviceHasNoPlan } from "../contract/balances.ts";
import type { Balance, Subscription } from "../db/generated/client.ts";
import { newId } from "../lib/ids.ts";
import { Amount } from "../lib/money.ts";
import { Refusal } from "../lib/refusal.ts";
import { lockNewestActiveOf } from "../subscriptions/load-subscription.ts";

interface TopUp {
  readonly amount: Pick<Amount, "toFixed">;
  readonly dueAt: Date | null;
  /** The locked subscription under whose spending cap it is collected at once; null: a call creates it. */
  readonly automaticFor: Pick<Subscription, "id" | "paymentPlanId"> | null;
}

/**
 * Creates the `OPEN` invoice of a top-up, of the subscription that pays it, the user's newest active subscription or the
 * service's newest plan.
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
  { amount, dueAt, automaticFor }: TopUp,
): Promise<string> {
  const { tx, now } = parts;
  const isAutomatic = automaticFor !== null;
  // Locked, so that the invoice does not bill a subscription that is cancelled meanwhile.
  const subscription = automaticFor ?? (await lockNewestActiveOf(tx, { serviceId, userId }));
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

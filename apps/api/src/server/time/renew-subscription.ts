import { type InTransaction, inTransaction } from "../../db/client.ts";
import { collectedUntil, openInvoice } from "../../invoices/open-invoice.ts";
import { newId } from "../../kit/ids.ts";
import type { Parts, Storage } from "../../operation/ports/parts.ts";
import { findUsableCap } from "../../settlements/spending-caps/usable-cap.ts";
import type { SubscriptionWithPlan } from "../../subscriptions/load-subscription.ts";
import { endPeriod } from "../../subscriptions/start-subscription.ts";
import { announceSubscription } from "../../subscriptions/subscriptions.ts";

type RenewParts = Pick<Parts, "collector" | "checkoutUrl" | "emails">;

/**
 * Renews a subscription, one period at a time, until its current period has not ended. If its cancellation is scheduled,
 * it ends with its period instead. Each period ends exactly once, in one transaction with its invoice and events, even
 * with concurrent callers.
 */
export async function renewSubscription(
  { db, now, ...parts }: RenewParts & Storage & { readonly now: Date },
  id: string,
): Promise<void> {
  while (await inTransaction(db, (tx) => renewOnce({ tx, now, ...parts }, id)));
}

/** @returns whether the next period may have ended too */
async function renewOnce(parts: InTransaction & RenewParts, id: string): Promise<boolean> {
  const ended = await endPeriod(parts, id);
  if (ended === "not due") return false;
  if (ended === "changed") return true;
  const { subscription, outcome } = ended;
  const { pricingType, amount } = subscription.paymentPlan;
  if (pricingType === "FIXED_RECURRING" && outcome === "renewed" && amount.gt(0)) {
    await openRenewalInvoice(parts, subscription);
  }
  if (pricingType === "USAGE_BASED") {
    await announceSubscription(parts, "subscription.period_ended", id);
  }
  await announceSubscription(parts, `subscription.${outcome}`, id);
  return outcome === "renewed";
}

/** With a spending cap, the invoice is collected immediately. It expires unpaid if all collection attempts fail. */
async function openRenewalInvoice(
  { tx, now, checkoutUrl, emails, collector }: InTransaction & RenewParts,
  { id: subscriptionId, ...subscription }: SubscriptionWithPlan,
): Promise<void> {
  const cap = await findUsableCap({ db: tx, collector }, subscriptionId, now);
  const { serviceId, ownerId, userId, paymentPlan } = subscription;
  const of = { serviceId, ownerId, userId, paymentPlan, subscriptionId };
  const collection =
    cap === null
      ? { collectAt: null, dueAt: null }
      : { collectAt: now, dueAt: collectedUntil(now) };
  await openInvoice({ tx, now, checkoutUrl, emails }, { id: newId(), ...of, ...collection });
}

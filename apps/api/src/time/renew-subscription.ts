import { collectedUntil } from "../billing/invoices/collection-schedule.ts";
import { openInvoice } from "../billing/invoices/open-invoice.ts";
import { findUsableCap } from "../billing/spending-caps/usable-cap.ts";
import { inTransaction } from "../db/client.ts";
import { newId } from "../lib/ids.ts";
import { sweep } from "../lib/sweep.ts";
import { everyone } from "../lib/tenant.ts";
import type { Parts } from "../ports/parts.ts";
import { announceSubscription } from "../subscriptions/announce-subscription.ts";
import { nextBoundary } from "../subscriptions/periods.ts";
import {
  findDueSubscriptions,
  findSubscription,
  rollPeriod,
  type SubscriptionWithPlan,
} from "../subscriptions/store.ts";

interface Renewing {
  readonly id: string;
  readonly status: "ACTIVE" | "CANCELLED";
  readonly currentPeriodEnd: Date | null;
}

/**
 * Rolls a subscription forward, period by period, until the current one has not ended yet. Each
 * period is rolled once, together with its invoice and events, however many callers try.
 *
 * @returns whether there was anything to roll
 */
export async function renewSubscription(parts: Parts, subscription: Renewing): Promise<boolean> {
  const now = parts.clock.now();
  if (!isDue(subscription, now)) return false;
  await renew(parts, subscription.id, now);
  return true;
}

async function renew(parts: Parts, id: string, now: Date): Promise<void> {
  while (await inTransaction(parts.db, (tx) => renewOnce({ ...parts, db: tx }, id, now)));
}

/** The job's part: every subscription whose period is over, a bounded number at a time. */
export function renewDueSubscriptions(parts: Parts): Promise<void> {
  return sweep(
    (after) =>
      findDueSubscriptions(parts.db, { tenant: parts.tenant, now: parts.clock.now(), after }),
    (id) => renew(parts, id, parts.clock.now()),
    (error, id) => parts.log.error({ err: error, id }, "subscription not renewed"),
  );
}

/** @returns whether another period may be over as well */
async function renewOnce(parts: Parts, id: string, now: Date): Promise<boolean> {
  const tx = parts.db;
  const subscription = await findSubscription(tx, id, everyone);
  if (subscription === null || !isDue(subscription, now)) return false;
  const { paymentPlan, billingAnchor, currentPeriodEnd: ended } = subscription;
  const nextEnd = nextBoundary(paymentPlan.billingInterval, billingAnchor, ended);
  if (nextEnd === null) return false;

  if (!(await rollPeriod(tx, id, ended, nextEnd, now))) return true;
  if (paymentPlan.pricingType === "FIXED_RECURRING") {
    await openRenewalInvoice(parts, subscription, now);
  }
  if (paymentPlan.pricingType === "USAGE_BASED") {
    await announceSubscription(tx, "subscription.period_ended", id, now);
  }
  await announceSubscription(tx, "subscription.renewed", id, now);
  return true;
}

/** Where the subscriber has signed a spending cap it is collected at once, and expires when that fails for good. */
async function openRenewalInvoice(
  parts: Parts,
  { id: subscriptionId, ...subscription }: SubscriptionWithPlan,
  now: Date,
): Promise<void> {
  const cap = await findUsableCap(parts, subscriptionId, now);
  const { serviceId, ownerId, userId, paymentPlan } = subscription;
  const of = { serviceId, ownerId, userId, paymentPlan, subscriptionId };
  const collection =
    cap === null
      ? { collectAt: null, dueAt: null }
      : { collectAt: now, dueAt: collectedUntil(now) };
  await openInvoice(parts.db, { id: newId(), ...of, ...collection }, now);
}

function isDue<One extends Renewing>(
  subscription: One,
  now: Date,
): subscription is One & { currentPeriodEnd: Date } {
  const { status, currentPeriodEnd } = subscription;
  return status === "ACTIVE" && currentPeriodEnd !== null && currentPeriodEnd <= now;
}

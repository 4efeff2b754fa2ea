import type { Subscription, UsanceClient } from "@usance/sdk";
import { Decimal } from "decimal.js";
import type { Bills } from "./bills.ts";
import type { Sale } from "./setup.ts";

/** decimal.js rounds every result to 20 digits unless it is told otherwise. */
const Exact = Decimal.clone({ precision: 60 });

/** How long after the end of a period its usage may still come in before it is billed, in milliseconds. */
const graceMs = 3_600_000;

/**
 * The end of the last period of which all usage is here: none of the first period, since nothing was used
 * before it. A subscription that is cancelled takes no more usage, so all of it is.
 *
 * @returns null while the grace lasts
 */
export function endOfLastPeriod(
  { status, currentPeriodStart, currentPeriodEnd }: Subscription,
  now: Date,
): string | null {
  if (status === "CANCELLED") return currentPeriodEnd;
  return now.getTime() - Date.parse(currentPeriodStart) < graceMs ? null : currentPeriodStart;
}

/**
 * Decides what is to be billed of each subscription until a moment: all that was used before it, less what
 * is on earlier bills. So usage that comes in late, after its period was billed, is on the next bill.
 *
 * @param untilOf null: nothing of this one yet
 */
export async function decideBills(
  usance: UsanceClient,
  bills: Bills,
  { serviceId, paymentPlanId }: Sale,
  untilOf: (subscription: Subscription) => string | null,
): Promise<void> {
  const { amount: price } = await usance.plans.get({ serviceId, paymentPlanId });
  for await (const subscription of usance.subscriptions.list({ serviceId, limit: 100 })) {
    const until = untilOf(subscription);
    if (until !== null) await decideBill(usance, bills, subscription, { until, price });
  }
}

async function decideBill(
  { usageEvents }: UsanceClient,
  bills: Bills,
  { id: subscriptionId, userId }: Subscription,
  { until, price }: { readonly until: string; readonly price: string },
): Promise<void> {
  const earlier = bills.of(subscriptionId);
  if (earlier.some((bill) => bill.until >= until)) return;
  const { summary } = await usageEvents.summary({ subscriptionId, to: until });
  const billed = earlier.reduce((sum, bill) => sum.plus(bill.quantity), new Exact(0));
  const quantity = new Exact(summary.quantity).minus(billed);
  const amount = quantity.times(price).toDecimalPlaces(6, Exact.ROUND_DOWN);
  if (amount.isZero()) return;
  bills.decide({
    subscriptionId,
    number: earlier.length + 1,
    userId,
    until,
    quantity: quantity.toFixed(6),
    amount: amount.toFixed(6),
  });
}

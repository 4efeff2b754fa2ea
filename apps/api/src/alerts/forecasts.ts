import type { PrefixUsage } from "@usance/rating";
import { findCardsOfPlan } from "../catalog/rate-cards/store.ts";
import { inTransaction } from "../db/client.ts";
import { costsOf, pricedPeriods } from "../invoices/bills/period-costs.ts";
import { realTime } from "../kit/clock.ts";
import { Amount, toTokenUnits } from "../kit/money.ts";
import { everyone } from "../kit/tenant.ts";
import type { InvoiceParts, Parts } from "../operation/ports/parts.ts";
import { announceAlerts } from "../outbox/announce-alerts.ts";
import { loadSubscription, type SubscriptionWithPlan } from "../subscriptions/load-subscription.ts";
import { priceUsage } from "../usage/quotes/create-quote.ts";
import { findDueForecasts, lockForecast, noteFailure, putForecast } from "./store.ts";

/** How often the usage of a subscription is forecast, in milliseconds: every hour. */
const everyMs = 3_600_000;
/** How many subscriptions one run forecasts. */
const maxSubscriptions = 200;
/** Before this part of a period has passed, its usage says little about the rest. */
const leastPart = 0.1;

/**
 * Job: forecasts what the usage of running periods will cost, for the subscriptions that alerts on `forecast` watch; those
 * first that waited longest. One that fails keeps its last forecast, and waits as long as the others.
 */
export async function makeForecasts(parts: Parts): Promise<void> {
  const now = realTime(parts.clock.now());
  const ids = await findDueForecasts(parts.db, new Date(now.getTime() - everyMs), maxSubscriptions);
  for (const id of ids) {
    try {
      const subscription = await loadSubscription({ ...parts, tenant: everyone }, id);
      await keepForecast(parts, subscription, await forecastOf(parts, subscription), now);
    } catch (error) {
      parts.log.warn({ err: error, id }, "usage not forecast");
      await noteFailure(parts.db, id, now);
    }
  }
}

/** @returns what all usage of the running period will cost, in USDC; null: it cannot be told (yet) */
async function forecastOf(
  parts: InvoiceParts,
  subscription: SubscriptionWithPlan,
): Promise<Amount | null> {
  const { id, serviceId, paymentPlanId } = subscription;
  const cards = await findCardsOfPlan(parts.db, paymentPlanId);
  const period = pricedPeriods(subscription, cards).at(-1);
  if (period === undefined || period.end === null) return null;
  const now = await parts.times.of(parts.db, serviceId);
  const [passed, all] = [now, period.end].map((time) => time.getTime() - period.from.getTime());
  if (passed === undefined || all === undefined || passed < all * leastPart) return null;
  const [cost] = await costsOf(parts, id, [period]);
  if (cost === undefined) return null;
  const grown = (value: string | number) =>
    new Amount(value).times(Math.max(all, passed)).div(passed);
  const usage = cost.totals.map(
    (total): PrefixUsage => ({
      ...total,
      quantity: grown(total.quantity).toFixed(6),
      count: grown(total.count).round().toNumber(),
    }),
  );
  return new Amount(priceUsage(period.card, usage).amount);
}

/** Stores a forecast, and reports the levels that it crosses. A new period begins at 0. */
async function keepForecast(
  { db }: Parts,
  { id, serviceId, currentPeriodStart: periodStart }: SubscriptionWithPlan,
  amount: Amount | null,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const stored = await lockForecast(tx, { subscriptionId: id, periodStart, calculatedAt: now });
    const isSamePeriod = stored.periodStart.getTime() === periodStart.getTime();
    const before = isSamePeriod && stored.amount !== null ? toTokenUnits(stored.amount) : 0n;
    const after = amount === null ? before : toTokenUnits(amount);
    const of = { watches: "forecast", serviceId, subscriptionId: id, balanceId: null } as const;
    await putForecast(tx, {
      subscriptionId: id,
      periodStart,
      amount: amount?.toFixed() ?? null,
      calculatedAt: now,
    });
    await announceAlerts({ tx, now }, [{ of, periodStart, before, after }]);
  });
}

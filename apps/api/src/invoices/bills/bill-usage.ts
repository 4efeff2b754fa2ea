import { findCardInEffect, findCardsOfPlan, findRateCard } from "../../catalog/rate-cards/store.ts";
import type { Queryable } from "../../db/client.ts";
import { Amount, formatAmount } from "../../kit/money.ts";
import { orRefuse, Refusal } from "../../kit/refusal.ts";
import type { InvoiceParts } from "../../operation/ports/parts.ts";
import { billOfWrongPeriod } from "../../schemas/invoices.ts";
import { referencedRateCardNotFound } from "../../schemas/rate-cards.ts";
import type { SubscriptionWithPlan } from "../../subscriptions/load-subscription.ts";
import {
  billedPeriod,
  measurePriced,
  priceUsage,
  timeOfUsage,
  usageAlone,
} from "../../usage/quotes/create-quote.ts";
import { findNewestRoot } from "../../usage/roots/store.ts";
import type { MeasuredBill } from "./bill-document.ts";
import { askedBy, type Billed, counts, leftOf } from "./next-bill.ts";
import { costsOf, type PricedPeriod, pricedPeriods } from "./period-costs.ts";
import { type BillRow, findBills, type PeriodCost, putBilled } from "./store.ts";

interface BillsSoFar {
  readonly billNumber: number;
  /** The newest first. */
  readonly bills: readonly BillRow[];
  readonly periods: readonly PricedPeriod[];
  readonly costs: readonly PeriodCost[];
}

/** What the bill of a period commits to: that period, and earlier ones that no bill has as they are now. */
export function usageOfBill(
  { billNumber, bills, periods, costs }: BillsSoFar,
  place: number,
): Omit<MeasuredBill, "usageRoot"> {
  const covered = costs.slice(0, place + 1).flatMap((cost, at) => {
    const period = periods[at];
    if (period === undefined || (at !== place && isKnown(cost, bills))) return [];
    const { totals, snapshot, billedAmount } = cost;
    const priced = {
      totals,
      prepaid: formatAmount(cost.prepaid),
      charge: formatAmount(cost.amount),
      chargeBefore: billedAmount && formatAmount(billedAmount),
    };
    return [{ snapshot, period: billedPeriod(period, period.card, priced) }];
  });
  const charged = costs
    .slice(0, place + 1)
    .reduce((sum, { amount }) => sum.plus(amount), new Amount(0));
  return {
    usage: {
      billNumber,
      billBefore: bills[0]?.billHash ?? null,
      periods: covered.map(({ period }) => period),
      charged: formatAmount(charged),
      billed: formatAmount(billedBy(bills).billed),
    },
    snapshots: covered.map(({ snapshot }) => snapshot),
  };
}

/**
 * Whether a bill can leave an earlier period out. It can if another bill that still counts has the period as it is now, or if no
 * bill has it, and it had no usage and cost nothing.
 */
function isKnown(
  { billedIn, billedSnapshot, snapshot, eventCount, voidedCount, amount }: PeriodCost,
  bills: readonly BillRow[],
): boolean {
  if (billedIn === null) return eventCount === 0 && voidedCount === 0 && amount.isZero();
  return billedSnapshot === snapshot && bills.some((bill) => bill.id === billedIn && counts(bill));
}

/**
 * Measures what the next numbered bill of a subscription commits to.
 *
 * @returns null when no card prices the subscription's periods
 * @throws Refusal when no such period begins at `periodStart`, or a later one has a bill
 */
export async function measureBill(
  work: InvoiceParts,
  subscription: SubscriptionWithPlan,
  { billNumber, periodStart }: { readonly billNumber: number; readonly periodStart: Date },
): Promise<MeasuredBill | null> {
  const { id, paymentPlanId } = subscription;
  const periods = pricedPeriods(subscription, await findCardsOfPlan(work.db, paymentPlanId));
  const place = periods.findIndex(({ from }) => from.getTime() === periodStart.getTime());
  if (periods.length === 0) return null;
  if (place === -1) throw new Refusal(billOfWrongPeriod);
  const bills = await findBills(work.db, id);
  const usageRoot = await newestRoot(work, id);
  const costs = await costsOf(work, id, periods);
  if (costs.slice(place + 1).some(({ billedIn }) => billedIn !== null)) {
    throw new Refusal(billOfWrongPeriod);
  }
  return { ...usageOfBill({ billNumber, bills, periods, costs }, place), usageRoot };
}

/** Finds the newest root of a subscription's usage. All that it fixes is there when the usage is measured after that. */
async function newestRoot({ db }: InvoiceParts, id: string): Promise<MeasuredBill["usageRoot"]> {
  const newest = await findNewestRoot(db, id);
  return newest && { number: newest.number, root: newest.root };
}

/**
 * Measures what an invoice of a subscription's usage in a time commits to. Nothing that is prepaid is set off: such invoices do
 * not know of each other, so two could set off the same charge.
 *
 * @throws Refusal for a time that ends before it begins, and when the tenant has no such rate card
 */
export async function measureTime(
  work: InvoiceParts,
  subscription: SubscriptionWithPlan,
  { rateCardId, ...time }: TimeToBill,
): Promise<MeasuredBill> {
  const { id: subscriptionId, paymentPlanId } = subscription;
  const { from, to } = await timeOfUsage(work, subscription, time);
  const card =
    rateCardId === undefined
      ? await findCardInEffect(work.db, paymentPlanId, from)
      : orRefuse(await findRateCard(work.db, rateCardId, work.tenant), referencedRateCardNotFound);
  const period = { subscriptionId, from, to };
  const usageRoot = await newestRoot(work, subscriptionId);
  const { totals, snapshot } = await measurePriced(work, card ?? noCard, period);
  const charge = card && priceUsage(card, totals).amount;
  return {
    usage: usageAlone(billedPeriod(period, card, { totals, charge })),
    snapshots: [snapshot],
    usageRoot,
  };
}

interface TimeToBill {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Default: the card of the plan that is in effect at `from`, if there is one. */
  readonly rateCardId?: string | undefined;
}

/** All usage is added up together. */
const noCard = { id: null, components: [] };

/** Stores what a numbered bill says of its periods, in the transaction that creates the bill. */
export async function keepBilled(
  tx: Queryable,
  { id: billedIn, subscriptionId }: { readonly id: string; readonly subscriptionId: string },
  { usage, snapshots }: MeasuredBill,
): Promise<void> {
  for (const [place, { from, charge }] of usage.periods.entries()) {
    const snapshot = snapshots[place] ?? "";
    const billed = { billedIn, amount: new Amount(charge ?? 0), snapshot };
    await putBilled(tx, { subscriptionId, from: new Date(from) }, billed);
  }
}

/**
 * Adds up the bills so far. A period that ends after a bill was made needs another one: its usage has not been billed
 * yet, whatever period the bill names.
 */
export function billedBy(bills: readonly BillRow[]): Billed {
  const ends = bills.flatMap(({ periodEnd, createdAt }) =>
    periodEnd === null ? [] : Math.min(periodEnd.getTime(), createdAt.getTime()),
  );
  const total = (of: (bill: BillRow) => Amount) =>
    bills.reduce((sum, bill) => sum.plus(of(bill)), new Amount(0));
  const billed = total(askedBy);
  const left = total(leftOf);
  return { billed, left, coveredUntil: ends.length === 0 ? null : new Date(Math.max(...ends)) };
}

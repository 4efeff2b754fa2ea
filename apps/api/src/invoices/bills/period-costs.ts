import type { RateCard } from "../../catalog/rate-cards/store.ts";
import type { Queryable } from "../../db/client.ts";
import type { InvoiceParts } from "../../operation/ports/parts.ts";
import type { SubscriptionWithPlan } from "../../subscriptions/load-subscription.ts";
import { periodStarts } from "../../subscriptions/periods.ts";
import { measureUnpaid } from "../../usage/prepaid/prepaid-of-period.ts";
import { countUsage } from "../../usage/summarize-usage.ts";
import type { BilledPeriod } from "./next-bill.ts";
import { findCosts, type PeriodCost, putCost } from "./store.ts";

/** A period with the card that prices it. */
export interface PricedPeriod extends BilledPeriod {
  readonly card: RateCard;
}

/**
 * Returns the periods that the bills of a subscription cover, oldest first: those that a card prices, except those that
 * ended before the plan got its first card, which the seller billed in another way.
 *
 * @param cards all cards of the plan, the first version first
 */
export function pricedPeriods(
  {
    billingAnchor,
    currentPeriodStart,
    currentPeriodEnd,
    endedAt,
    paymentPlan,
  }: Pick<
    SubscriptionWithPlan,
    "billingAnchor" | "currentPeriodStart" | "currentPeriodEnd" | "endedAt"
  > & { readonly paymentPlan: Pick<SubscriptionWithPlan["paymentPlan"], "billingInterval"> },
  cards: readonly RateCard[],
): PricedPeriod[] {
  const [first] = cards;
  if (first === undefined) return [];
  const { billingInterval } = paymentPlan;
  const starts = periodStarts(billingInterval, billingAnchor, currentPeriodStart);
  return starts.flatMap((from, place) => {
    const next = starts[place + 1];
    const to = next ?? currentPeriodEnd ?? undefined;
    const end = next ?? endedAt ?? currentPeriodEnd;
    const card = cardAt(cards, from);
    // On a test clock, a card can be as old as the end of a subscription that began after it.
    const isOurs = end === null || end > first.createdAt || from >= first.createdAt;
    return isOurs && card !== undefined ? [{ from, to, end, card }] : [];
  });
}

/** The card with the latest start that is not after the period's; of several, the newest version. */
const cardAt = (cards: readonly RateCard[], from: Date): RateCard | undefined =>
  cards.reduce<RateCard | undefined>(
    (best, card) =>
      card.effectiveFrom <= from && (best === undefined || card.effectiveFrom >= best.effectiveFrom)
        ? card
        : best,
    undefined,
  );

/**
 * What each period of a subscription costs by now, less what is prepaid. A period is measured again only if its events or its
 * card have changed. Events are never deleted, so a stretch of periods has not changed if its numbers of events and of voided
 * events are the same. Balances are charged for usage only in the commits that record or void it.
 */
export async function costsOf(
  work: InvoiceParts,
  subscriptionId: string,
  periods: readonly PricedPeriod[],
): Promise<readonly PeriodCost[]> {
  const { db } = work;
  const stored = await findCosts(db, subscriptionId);
  const known = periods.map(({ from }) => stored.get(from.getTime()));
  const costs = known.map((cost, place) =>
    cost?.rateCardId === periods[place]?.card.id ? cost : undefined,
  );
  // The last period is usually the running one, which has new events at almost every call.
  const stretch = { db, subscriptionId, periods, costs };
  const last = Math.max(periods.length - 1, 0);
  const changed = [
    ...(await changedIn(stretch, 0, last)),
    ...(await changedIn(stretch, last, periods.length)),
  ];
  for (const place of changed) {
    const period = periods[place];
    if (period === undefined) continue;
    costs[place] = await costOf(work, subscriptionId, period, known[place]);
  }
  return costs.filter((cost) => cost !== undefined);
}

interface Stretch {
  readonly db: Queryable;
  readonly subscriptionId: string;
  readonly periods: readonly PricedPeriod[];
  readonly costs: readonly (PeriodCost | undefined)[];
}

/** The places of the changed periods in a stretch. A stretch that has changed is halved, and each half is compared. */
async function changedIn(stretch: Stretch, start: number, end: number): Promise<number[]> {
  const { db, subscriptionId, periods } = stretch;
  const costs = stretch.costs.slice(start, end);
  const [first, last] = [periods[start], periods[end - 1]];
  if (first === undefined || last === undefined) return [];
  const time = { subscriptionId, from: first.from, to: last.to };
  if (costs.every((cost) => cost !== undefined)) {
    const { count, voidedCount } = await countUsage({ db }, time);
    const total = (field: "eventCount" | "voidedCount") =>
      costs.reduce((sum, cost) => sum + cost[field], 0);
    if (total("eventCount") === count && total("voidedCount") === voidedCount) return [];
  }
  if (end - start === 1) return [start];
  const middle = Math.ceil((start + end) / 2);
  return [...(await changedIn(stretch, start, middle)), ...(await changedIn(stretch, middle, end))];
}

/** Measures a period, and stores what it costs. @param known what was stored before */
async function costOf(
  { db }: InvoiceParts,
  subscriptionId: string,
  { from, to, card }: PricedPeriod,
  known: PeriodCost | undefined,
): Promise<PeriodCost> {
  const { charge, count, ...measured } = await measureUnpaid({ db }, card, {
    ...{ subscriptionId, from, to },
  });
  const cost = {
    ...measured,
    amount: charge,
    eventCount: count,
    rateCardId: card.id,
    billedIn: known?.billedIn ?? null,
    billedAmount: known?.billedAmount ?? null,
    billedSnapshot: known?.billedSnapshot ?? null,
  };
  await putCost(db, { subscriptionId, from }, cost);
  return cost;
}

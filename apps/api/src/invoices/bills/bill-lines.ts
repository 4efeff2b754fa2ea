import type { RatedLine } from "@usance/rating";
import type { RateCard } from "../../catalog/rate-cards/store.ts";
import type { Queryable } from "../../db/client.ts";
import { Amount, formatAmount } from "../../kit/money.ts";
import type { InvoiceParts } from "../../operation/ports/parts.ts";
import type { SubscriptionWithPlan } from "../../subscriptions/load-subscription.ts";
import { periodStarts } from "../../subscriptions/periods.ts";
import { measurePriced, priceUsage } from "../../usage/quotes/create-quote.ts";
import { countUsage } from "../../usage/summarize-usage.ts";
import type { BilledPeriod } from "./next-bill.ts";
import { findCosts, type PeriodCost, putCost } from "./store.ts";

/** A line of a bill, as `POST /invoices` takes it. Its amount is negative if it is a deduction. */
export interface BillLine {
  readonly description: string;
  readonly quantity: string;
  readonly unitAmount: string;
  readonly amount: string;
}

/** How many characters the description of an invoice's line has at most. */
const maxDescription = 200;
/** An invoice has at most 100 lines, and one may be for earlier periods. */
const maxDetailed = 99;

/**
 * The lines of a bill: a line for each price of the period, and one for what earlier periods cost more, or less, than was
 * billed for them. Their amounts add up exactly.
 */
export function billLines(lines: readonly RatedLine[], broughtForward: Amount): BillLine[] {
  const charges = chargeLines(lines);
  if (broughtForward.isZero()) return charges;
  return [...charges, once("Changes to earlier periods", broughtForward)];
}

/** The lines of a period that cost something, with a line for each price: units × price = amount. */
function chargeLines(lines: readonly RatedLine[]): BillLine[] {
  const due = lines.filter(({ amount }) => new Amount(amount).gt(0));
  const detailed = due.flatMap(linesOf);
  if (detailed.length <= maxDetailed) return detailed;
  return due.map(({ description, amount }) => once(description, new Amount(amount)));
}

/** A line for each part of a rated line. Its amount is the rounded cost of the parts so far, less what earlier lines bill. */
function linesOf({ description, parts, amount }: RatedLine): BillLine[] {
  let cost = new Amount(0);
  let billed = new Amount(0);
  return parts.map((part, place) => {
    cost = cost.plus(part.amount);
    const due = place === parts.length - 1 ? new Amount(amount) : new Amount(formatAmount(cost));
    const line = pricedLine(description, part, due.minus(billed));
    billed = due;
    return line;
  });
}

const sizes = [
  [1_000_000, ", in millions"],
  [1_000, ", in thousands"],
  [1, ""],
] as const;

/** A very small price is shown for a thousand or a million units, if there are so many. */
function pricedLine(
  description: string,
  { quantity, unitAmount }: RatedLine["parts"][number],
  amount: Amount,
): BillLine {
  for (const [size, words] of sizes) {
    const units = new Amount(quantity).div(size);
    const price = new Amount(unitAmount).times(size);
    const isReadable = size === 1 || (units.gte(1) && !fits(new Amount(unitAmount), 6));
    if (!isReadable || !fits(units, 6) || !fits(price, 12)) continue;
    return {
      description: withWords(description, words),
      quantity: units.toFixed(),
      unitAmount: price.toFixed(),
      amount: formatAmount(amount),
    };
  }
  return once(withWords(description, `, ${quantity} × ${unitAmount}`), amount);
}

const fits = (value: Amount, places: number) => value.decimalPlaces() <= places && value.lt("1e18");

const withWords = (description: string, words: string) =>
  description.length + words.length <= maxDescription ? `${description}${words}` : description;

function once(description: string, amount: Amount): BillLine {
  const text = formatAmount(amount);
  return { description, quantity: "1", unitAmount: text, amount: text };
}

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
 * What each period of a subscription costs by now. A period is measured again only if its events or its card have changed.
 * Events are never deleted, so a stretch of periods has not changed if its numbers of events and of voided events are the same.
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
  const { totals, count, voidedCount, snapshot } = await measurePriced({ db }, card, {
    ...{ subscriptionId, from, to },
  });
  const { amount } = priceUsage(card, totals);
  const cost = {
    amount: new Amount(amount),
    eventCount: count,
    voidedCount,
    rateCardId: card.id,
    totals,
    snapshot,
    billedIn: known?.billedIn ?? null,
    billedAmount: known?.billedAmount ?? null,
    billedSnapshot: known?.billedSnapshot ?? null,
  };
  await putCost(db, { subscriptionId, from }, cost);
  return cost;
}

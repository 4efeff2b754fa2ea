import { type BilledPeriod, rateCardHash, usageHash } from "@usance/proofs";
import { type Component, type PrefixUsage, prefixesOf, RatingError, rate } from "@usance/rating";
import type { z } from "zod";
import { findCardInEffect, findRateCard } from "../../catalog/rate-cards/store.ts";
import { orRefuse, Refusal } from "../../kit/refusal.ts";
import { queryByPost } from "../../operation/define.ts";
import type { Parts, Storage } from "../../operation/ports/parts.ts";
import type { Keyed } from "../../operation/work.ts";
import {
  NewQuote,
  noRateCardInEffect,
  OneQuote,
  periodOfGivenUsage,
  quoteByNoCard,
  quoteByTwoCards,
  quoteOfNoPeriod,
  quoteOfNothing,
  quoteTooLarge,
  quoteTooSlow,
} from "../../schemas/quotes.ts";
import { referencedRateCardNotFound } from "../../schemas/rate-cards.ts";
import { subscriptionNotFound } from "../../schemas/subscriptions.ts";
import {
  loadSubscription,
  type SubscriptionWithPlan,
} from "../../subscriptions/load-subscription.ts";
import { measureUsage, type Period } from "../measure-usage.ts";

export interface Card {
  /** null: it is in the call, and not stored. */
  readonly id: string | null;
  readonly components: readonly Component[];
}

/** Prices usage by a card. @throws Refusal 409 for more than an invoice can bill. The contract has checked all else. */
export function priceUsage(
  { components }: Pick<Card, "components">,
  usage: readonly PrefixUsage[],
) {
  try {
    const { amount, lines } = rate(components, usage);
    return { amount, currency: "USDC", lines };
  } catch (error) {
    if (error instanceof RatingError && error.message === quoteTooLarge.message) {
      throw new Refusal(quoteTooLarge);
    }
    throw error;
  }
}

/** Measures what a subscription has recorded in a period, as a card prices it. */
export function measurePriced(work: Storage, { components }: Card, period: Period) {
  return measureUsage(work, period, prefixesOf(components));
}

/**
 * A period, as a bill commits to it.
 *
 * @param card null: the caller of the service prices it
 * @param prepaid default: nothing is set off
 */
export function billedPeriod(
  { from, to }: Pick<Period, "from" | "to">,
  card: Card | null,
  { charge, prepaid = "0.000000", chargeBefore = null, totals }: PricedUsage,
): BilledPeriod {
  return {
    from: from.toISOString(),
    to: to?.toISOString() ?? null,
    rateCardId: card?.id ?? null,
    rateCardHash: card && rateCardHash(card.components),
    prepaid: charge === null ? null : prepaid,
    charge,
    chargeBefore,
    totals,
  };
}

type PricedUsage = Pick<BilledPeriod, "totals" | "charge"> &
  Partial<Pick<BilledPeriod, "prepaid" | "chargeBefore">>;

/** The usage of a period that is billed by itself. */
export const usageAlone = (period: BilledPeriod) => ({
  billNumber: null,
  billBefore: null,
  periods: [period],
  charged: period.charge,
  billed: "0.000000",
});

type Input = z.output<typeof NewQuote>;
type Quote = z.input<typeof OneQuote>["quote"];

export const createQuote = queryByPost("POST /quotes", {
  name: "quotes.create",
  cost: "large",
  summary: "Calculate what usage costs",
  description:
    "Prices the usage that a subscription has recorded, or usage that you send, by a rate card. Nothing is stored or changed, and no invoice is created. All usage is priced, also what a prepaid balance was charged for. Amounts are exact; each line is rounded once, half up.",
  refusals: {
    quoteOfNothing,
    quoteByTwoCards,
    quoteByNoCard,
    periodOfGivenUsage,
    quoteOfNoPeriod,
    subscriptionNotFound,
    referencedRateCardNotFound,
    noRateCardInEffect,
    quoteTooLarge,
    quoteTooSlow,
  },
  input: NewQuote,
  output: OneQuote,
  run: async (work, input) => {
    const { subscriptionId, usage, rateCardId, components } = input;
    if ((subscriptionId === undefined) === (usage === undefined)) throw new Refusal(quoteOfNothing);
    if (rateCardId !== undefined && components !== undefined) throw new Refusal(quoteByTwoCards);
    const quote =
      subscriptionId === undefined
        ? await priceGiven(work, input, usage ?? [])
        : await priceRecorded(work, input, subscriptionId);
    return { quote };
  },
});

type CardParts = Pick<Keyed, "db" | "tenant">;

/** A price calculator: the caller says what the usage is. */
async function priceGiven(
  work: CardParts,
  input: Input,
  usage: readonly PrefixUsage[],
): Promise<Quote> {
  if (input.from !== undefined || input.to !== undefined) throw new Refusal(periodOfGivenUsage);
  const card = orRefuse(await namedCard(work, input), quoteByNoCard);
  return {
    subscriptionId: null,
    rateCardId: card.id,
    from: null,
    usageUntil: null,
    ...priceUsage(card, usage),
    usageEventCount: null,
    usageHash: null,
  };
}

/** Prices what a subscription has recorded, by the card that is in effect when the period begins. */
async function priceRecorded(
  work: CardParts & Pick<Keyed, "due" | "times">,
  input: Input,
  subscriptionId: string,
): Promise<Quote> {
  const subscription = await loadSubscription(work, subscriptionId);
  const { from, to } = await timeOfUsage(work, subscription, input);
  const card =
    (await namedCard(work, input)) ??
    (await findCardInEffect(work.db, subscription.paymentPlanId, from));
  if (card === null) throw new Refusal(noRateCardInEffect);
  const { totals, count } = await measurePriced(work, card, { subscriptionId, from, to });
  const priced = priceUsage(card, totals);
  const period = billedPeriod({ from, to }, card, { totals, charge: priced.amount });
  return {
    subscriptionId,
    rateCardId: card.id,
    from: from.toISOString(),
    usageUntil: to.toISOString(),
    ...priced,
    usageEventCount: count,
    usageHash: usageHash(usageAlone(period)),
  };
}

/**
 * The time whose usage a call asks for. Default: from the start of the subscription's current period until now.
 *
 * @throws Refusal quoteOfNoPeriod when it ends before it begins
 */
export async function timeOfUsage(
  work: Pick<Parts, "db" | "times">,
  { serviceId, currentPeriodStart }: SubscriptionWithPlan,
  {
    from = currentPeriodStart,
    to,
  }: { readonly from?: Date | undefined; readonly to?: Date | undefined },
): Promise<{ readonly from: Date; readonly to: Date }> {
  const until = to ?? later(from, await work.times.of(work.db, serviceId));
  if (until < from) throw new Refusal(quoteOfNoPeriod);
  return { from, to: until };
}

/** A period that has not begun has no usage yet. */
const later = (from: Date, now: Date) => (now < from ? from : now);

/** The card that the caller sent or named; null if it did neither. @throws Refusal 404 when the tenant has no such card */
async function namedCard(
  { db, tenant }: CardParts,
  { rateCardId, components }: Input,
): Promise<Card | null> {
  if (components !== undefined) return { id: null, components };
  if (rateCardId === undefined) return null;
  return orRefuse(await findRateCard(db, rateCardId, tenant), referencedRateCardNotFound);
}

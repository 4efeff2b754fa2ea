import { createHash } from "node:crypto";
import { type Component, type PrefixUsage, RatingError, rate } from "@usance/rating";
import type { z } from "zod";
import { findCardInEffect, findRateCard } from "../../catalog/rate-cards/store.ts";
import { orRefuse, Refusal } from "../../kit/refusal.ts";
import { queryByPost } from "../../operation/define.ts";
import type { Storage } from "../../operation/ports/parts.ts";
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
import { loadSubscription } from "../../subscriptions/load-subscription.ts";
import { measureUsage } from "../summarize-usage.ts";

export interface Card {
  /** null: it is in the call, and not stored. */
  readonly id: string | null;
  readonly components: readonly Component[];
}

/** Prices usage by a card. @throws Refusal 409 for more than an invoice can bill. The contract has checked all else. */
function priceUsage({ components }: Card, usage: readonly PrefixUsage[]) {
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

/** Prices what a subscription has recorded in a period. */
export async function priceRecordedUsage(
  work: Storage,
  card: Card,
  period: { readonly subscriptionId: string; readonly from: Date; readonly to: Date | undefined },
) {
  const { usage, count, hash } = await measureUsage(
    work,
    period,
    card.components.flatMap((one) => ("prefix" in one && one.prefix ? [one.prefix] : [])),
  );
  return { ...priceUsage(card, usage), usageEventCount: count, usageHash: hash };
}

type Input = z.output<typeof NewQuote>;
type Quote = z.input<typeof OneQuote>["quote"];
type Priced = Omit<Quote, "hash">;

export const createQuote = queryByPost("POST /quotes", {
  name: "quotes.create",
  cost: "large",
  summary: "Calculate what usage costs",
  description:
    "Prices the usage that a subscription has recorded, or usage that you send, by a rate card. Nothing is stored or changed, and no invoice is created. Amounts are exact; each line is rounded once, half up.",
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
    const priced =
      subscriptionId === undefined
        ? await priceGiven(work, input, usage ?? [])
        : await priceRecorded(work, input, subscriptionId);
    return { quote: { ...priced, hash: sha256(JSON.stringify(priced)) } };
  },
});

type CardParts = Pick<Keyed, "db" | "tenant">;

/** A price calculator: the caller says what the usage is. */
async function priceGiven(
  work: CardParts,
  input: Input,
  usage: readonly PrefixUsage[],
): Promise<Priced> {
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
): Promise<Priced> {
  const subscription = await loadSubscription(work, subscriptionId);
  const from = input.from ?? subscription.currentPeriodStart;
  const to = input.to ?? later(from, await work.times.of(work.db, subscription.serviceId));
  if (to < from) throw new Refusal(quoteOfNoPeriod);
  const card =
    (await namedCard(work, input)) ??
    (await findCardInEffect(work.db, subscription.paymentPlanId, from));
  if (card === null) throw new Refusal(noRateCardInEffect);
  const priced = await priceRecordedUsage(work, card, { subscriptionId, from, to });
  return {
    subscriptionId,
    rateCardId: card.id,
    from: from.toISOString(),
    usageUntil: to.toISOString(),
    ...priced,
  };
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

const sha256 = (text: string) => `0x${createHash("sha256").update(text).digest("hex")}`;

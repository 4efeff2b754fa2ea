import { type Component, type PrefixUsage, type Rating, RatingError, rate } from "@usance/rating";
import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { quoteTooLarge } from "../../schemas/quotes.ts";
import { measureUsage } from "../measure-usage.ts";

export interface Card {
  /** null: it is in the call, and not stored. */
  readonly id: string | null;
  readonly components: readonly Component[];
}

/** Prices usage by a card. */
export function priceUsage({ components }: Card, usage: readonly PrefixUsage[]) {
  const { amount, lines } = rated(components, usage);
  return { amount, currency: "USDC", lines };
}

/** Prices what a subscription has recorded in a period. */
export async function priceRecordedUsage(
  work: Pick<Parts, "db">,
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

/** @throws Refusal 409 for more than an invoice can bill. The contract has checked all else. */
function rated(components: readonly Component[], usage: readonly PrefixUsage[]): Rating {
  try {
    return rate(components, usage);
  } catch (error) {
    if (error instanceof RatingError && error.message === quoteTooLarge.message) {
      throw new Refusal(quoteTooLarge);
    }
    throw error;
  }
}

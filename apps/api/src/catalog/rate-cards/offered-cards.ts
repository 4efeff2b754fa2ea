import { type Hex, rateCardHash } from "@usance/proofs";
import { type Rating, RatingError, rate, rateExample } from "@usance/rating";
import type { z } from "zod";
import type { CoreParts } from "../../operation/ports/parts.ts";
import type { OfferedCard } from "../../schemas/checkout.ts";
import { findOfferedCards, type PlanAt, type RateCard } from "./store.ts";

type Shown = z.input<typeof OfferedCard>;

/** For each plan the rate cards that its subscribers agree to: the one in effect, and the next one. */
export async function loadOfferedCards(
  { db }: CoreParts,
  plans: readonly PlanAt[],
): Promise<Shown[][]> {
  const found = await findOfferedCards(db, plans);
  return plans.map(({ at }, index) => (found[index] ?? []).map((card) => shownCard(card, at)));
}

/** The hashes of the cards that a page shows, as a spending cap names them: in the order of their effect, each once. */
export const hashesOf = (cards: readonly Pick<RateCard, "components">[]): Hex[] => [
  ...new Set(cards.map(({ components }) => rateCardHash(components))),
];

const shownCard = ({ id, components, effectiveFrom }: RateCard, at: Date): Shown => ({
  id,
  hash: rateCardHash(components),
  components,
  isInEffect: effectiveFrom <= at,
  effectiveFrom,
  baseAmount: rate(components, []).amount,
  workedExample: exampleOf(components),
});

function exampleOf(components: RateCard["components"]): Shown["workedExample"] {
  const rating = ratedExample(components);
  if (rating === null) return null;
  const { amount, lines } = rating;
  return {
    amount,
    lines: lines.map((line) => ({
      description: line.description,
      quantity: line.measure === null ? null : line.quantity,
      amount: line.amount,
    })),
  };
}

/** @returns null for prices at which an example costs more than an invoice can bill */
function ratedExample(components: RateCard["components"]): Rating | null {
  try {
    return rateExample(components);
  } catch (error) {
    if (error instanceof RatingError) return null;
    throw error;
  }
}

import { type RatedExample, RatingError, rate, rateExample } from "@usance/rating";
import type { z } from "zod";
import type { OfferedCard } from "../../contract/offered-cards.ts";
import type { Parts } from "../../ports/parts.ts";
import { findOfferedCards, type PlanAt, type RateCard } from "./store.ts";

type Shown = z.input<typeof OfferedCard>;

/** For each plan the rate cards that its subscribers agree to: the one in effect, and the next one. */
export async function loadOfferedCards(
  { db }: Pick<Parts, "db">,
  plans: readonly PlanAt[],
): Promise<Shown[][]> {
  return (await findOfferedCards(db, plans)).map((cards) => cards.map(shownCard));
}

const shownCard = ({ id, components, effectiveFrom }: RateCard): Shown => ({
  id,
  components,
  effectiveFrom,
  baseAmount: rate(components, []).amount,
  example: exampleOf(components),
});

function exampleOf(components: RateCard["components"]): Shown["example"] {
  const example = ratedExample(components);
  if (example === null) return null;
  const { amount, lines } = example.rating;
  return {
    usage: [...example.usage],
    lines: lines.map((line) => ({ description: line.description, amount: line.amount })),
    amount,
  };
}

/** @returns null for prices at which an example costs more than an invoice can bill */
function ratedExample(components: RateCard["components"]): RatedExample | null {
  try {
    return rateExample(components);
  } catch (error) {
    if (error instanceof RatingError) return null;
    throw error;
  }
}

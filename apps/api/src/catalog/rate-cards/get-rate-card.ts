import { Refusal } from "../../kit/refusal.ts";
import { read } from "../../operation/define.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import {
  OneRateCard,
  RateCardId,
  rateCardNotFound,
  referencedRateCardNotFound,
} from "../../schemas/rate-cards.ts";
import { findCardInEffect, findCardsOfPlan, findRateCard, type RateCard } from "./store.ts";

export type { RateCard };

export const getRateCard = read("GET /rate-cards/{rateCardId}", {
  name: "rateCards.get",
  summary: "Get a rate card",
  description:
    "Returns one version. It is the same at every call, since a rate card never changes.",
  refusals: { rateCardNotFound },
  input: RateCardId,
  output: OneRateCard,
  run: async ({ db, tenant }, { rateCardId }) => {
    const rateCard = await findRateCard(db, rateCardId, tenant);
    if (rateCard === null) throw new Refusal(rateCardNotFound);
    return { rateCard };
  },
});

/** The card that another input names. @throws Refusal 404 when the tenant has no such card */
export async function getReferencedRateCard(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  rateCardId: string,
): Promise<RateCard> {
  const card = await findRateCard(db, rateCardId, tenant);
  if (card === null) throw new Refusal(referencedRateCardNotFound);
  return card;
}

/** The card that prices the periods of a plan that begin at a time; null if the plan has none. */
export const getCardInEffect = ({ db }: Pick<Parts, "db">, paymentPlanId: string, at: Date) =>
  findCardInEffect(db, paymentPlanId, at);

/** All cards of a plan, the first version first. */
export const getCardsOfPlan = ({ db }: Pick<Parts, "db">, paymentPlanId: string) =>
  findCardsOfPlan(db, paymentPlanId);

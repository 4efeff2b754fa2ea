import { read } from "../../operation/define.ts";
import { planNotFound } from "../../schemas/plans.ts";
import { RateCardPage, RateCardQuery } from "../../schemas/rate-cards.ts";
import { getReferencedPlan } from "../plans/get-plan.ts";
import { findRateCards } from "./store.ts";

export const listRateCards = read("GET /plans/{paymentPlanId}/rate-cards", {
  name: "rateCards.list",
  summary: "List the rate cards of a plan, newest first",
  description:
    "Returns one page. The card that prices a period is the one with the latest `effectiveFrom` that is not after the period's start; of several, the newest version.",
  refusals: { planNotFound },
  input: RateCardQuery,
  output: RateCardPage,
  run: async (work, query) => {
    await getReferencedPlan(work, query.paymentPlanId);
    const { rows, next } = await findRateCards(work.db, work.tenant, query);
    return { rateCards: rows, nextCursor: next };
  },
});

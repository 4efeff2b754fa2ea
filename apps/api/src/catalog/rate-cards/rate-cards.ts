import type { PaymentPlan } from "../../db/generated/client.ts";
import { newId } from "../../kit/ids.ts";
import { orRefuse, Refusal } from "../../kit/refusal.ts";
import { read, write } from "../../operation/define.ts";
import { warn } from "../../operation/warnings.ts";
import { planNotFound } from "../../schemas/plans.ts";
import {
  NewRateCard,
  OneRateCard,
  RateCardId,
  RateCardPage,
  RateCardQuery,
  rateCardNotFound,
  rateCardTooEarly,
} from "../../schemas/rate-cards.ts";
import { getReferencedPlan } from "../plans/plans.ts";
import { lockPlan } from "../plans/store.ts";
import {
  findNewestCard,
  findRateCard,
  findRateCards,
  insertRateCard,
  type RateCard,
} from "./store.ts";

const periodWithoutEnd =
  "The plan has no billingInterval, so the usage of a subscription is billed only after the subscription is cancelled.";

export const createRateCard = write("POST /plans/{paymentPlanId}/rate-cards", {
  name: "rateCards.create",
  warns: true,
  summary: "Add a rate card to a plan",
  description:
    "Says what the usage of the plan costs, for quotes and for `usance biller`. A card cannot be changed: to change a price, add the next version, which prices the periods that begin at its `effectiveFrom` or later. The plan's own `amount` stays as it is.",
  status: 201,
  location: "/rate-cards",
  refusals: { planNotFound, rateCardTooEarly },
  input: NewRateCard,
  output: OneRateCard,
  run: async (work, { paymentPlanId, components, effectiveFrom }) => {
    const { tx, now } = work;
    await lockPlan(tx, paymentPlanId);
    const plan = await getReferencedPlan(work, paymentPlanId);
    const newest = await findNewestCard(tx, plan.id);
    const rateCard = await insertRateCard(tx, {
      id: newId(),
      paymentPlanId: plan.id,
      serviceId: plan.serviceId,
      ownerId: plan.ownerId,
      version: (newest?.version ?? 0) + 1,
      components,
      effectiveFrom: startOf({ plan, newest, now }, effectiveFrom),
      createdAt: now,
    });
    if (plan.billingInterval === "NONE") warn(work.reply, periodWithoutEnd);
    return { rateCard };
  },
});

/** @throws Refusal 409 for a card that would change the price of periods that have begun */
function startOf(
  {
    plan,
    newest,
    now,
  }: { readonly plan: PaymentPlan; readonly newest: RateCard | null; readonly now: Date },
  given: Date | undefined,
): Date {
  // No period of the plan begins before the plan.
  if (newest === null) return given ?? plan.createdAt;
  if (given !== undefined && given < now) throw new Refusal(rateCardTooEarly);
  return given ?? now;
}

export const getRateCard = read("GET /rate-cards/{rateCardId}", {
  name: "rateCards.get",
  summary: "Get a rate card",
  description:
    "Returns one version. It is the same at every call, since a rate card never changes.",
  refusals: { rateCardNotFound },
  input: RateCardId,
  output: OneRateCard,
  run: async ({ db, tenant }, { rateCardId }) => {
    const rateCard = orRefuse(await findRateCard(db, rateCardId, tenant), rateCardNotFound);
    return { rateCard };
  },
});

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

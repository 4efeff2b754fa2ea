import { z } from "zod";
import type { PaymentPlan } from "../../db/generated/client.ts";
import { component, createdAt, id, timeOut } from "../../kit/answers.ts";
import { dateTime, omittable, request, requiredId } from "../../kit/fields.ts";
import { newId } from "../../kit/ids.ts";
import { page, pageOf } from "../../kit/lists.ts";
import { orRefuse, Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import { read, write } from "../../operation/define.ts";
import { warn } from "../../operation/warnings.ts";
import { planNotFound } from "../../schemas/plans.ts";
import { Components, NewComponents, rateCardNotFound } from "../../schemas/rate-cards.ts";
import { getReferencedPlan } from "../plans/plans.ts";
import { lockPlan } from "../plans/store.ts";
import {
  findNewestCard,
  findRateCard,
  findRateCards,
  insertRateCard,
  type RateCard as RateCardRow,
} from "./store.ts";

const periodWithoutEnd =
  "The plan has no billingInterval, so the usage of a subscription is billed only after the subscription is cancelled.";

const rateCardTooEarly: RefusalTerms = {
  kind: "conflict",
  code: "rate_card_too_early",
  param: "effectiveFrom",
  message: "effectiveFrom must not be in the past if the plan has a rate card.",
  meaning:
    "The plan has a rate card already, and a new one cannot change what periods cost that have begun.",
  remedy: "Send a later `effectiveFrom`, or omit it.",
};

const NewRateCard = request({
  paymentPlanId: requiredId().meta({ description: "Id of the plan that the card prices" }),
  components: NewComponents,
  effectiveFrom: omittable(dateTime()).meta({
    description:
      "Periods that begin then or later cost what this card says. Default: all periods for the first card of a plan, the time of the call for later ones",
    example: "2026-02-01T00:00:00.000Z",
  }),
});

const RateCard = component(
  "RateCard",
  "What the usage of a plan costs: a version that never changes.",
  {
    id: id(),
    paymentPlanId: id(),
    serviceId: id(),
    version: z.int().meta({
      description: "1 for the first card of the plan, 2 for the next",
      example: 1,
    }),
    components: Components,
    effectiveFrom: timeOut().meta({
      description:
        "Periods that begin then or later cost what this card says, until another card's `effectiveFrom`",
    }),
    createdAt: createdAt(),
  },
);

const OneRateCard = z.object({ rateCard: RateCard });

export const createRateCard = write("POST /plans/{paymentPlanId}/rate-cards", {
  name: "rateCards.create",
  warns: true,
  summary: "Add a rate card to a plan",
  description:
    "Says what the usage of the plan costs, for quotes and for `usance biller`. A card cannot be changed: to change a price, add the next version, which prices the periods that begin at its `effectiveFrom` or later. Spending caps name the cards that were shown when they were signed: usage that costs more by the new card is not collected under them until the subscriber signs again in the portal, which shows the card in effect and the next one. The plan's own `amount` stays as it is.",
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
  }: { readonly plan: PaymentPlan; readonly newest: RateCardRow | null; readonly now: Date },
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
  input: request({ rateCardId: requiredId() }),
  output: OneRateCard,
  run: async ({ db, tenant }, { rateCardId }) => {
    const rateCard = orRefuse(await findRateCard(db, rateCardId, tenant), rateCardNotFound);
    return { rateCard };
  },
});

const RateCardQuery = request({
  paymentPlanId: requiredId().meta({ description: "Id of the plan" }),
  ...page("rate-cards"),
});

export const listRateCards = read("GET /plans/{paymentPlanId}/rate-cards", {
  name: "rateCards.list",
  summary: "List the rate cards of a plan, newest first",
  description:
    "Returns one page. The card that prices a period is the one with the latest `effectiveFrom` that is not after the period's start; of several, the newest version.",
  refusals: { planNotFound },
  input: RateCardQuery,
  output: pageOf("rateCards", RateCard, "rate-cards"),
  run: async (work, query) => {
    await getReferencedPlan(work, query.paymentPlanId);
    const { rows, next } = await findRateCards(work.db, work.tenant, query);
    return { rateCards: rows, nextCursor: next };
  },
});

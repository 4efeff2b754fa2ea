import { z } from "zod";
import { createdAt, id, timeOut } from "../kit/answers.ts";
import { dateTime, omittable, request, requiredId } from "../kit/fields.ts";
import { nextCursor, page } from "../kit/lists.ts";
import { type RefusalTerms, recordNotFound, referencedRecordNotFound } from "../kit/refusal.ts";
import { Components, NewComponents } from "./rate-card-components.ts";

export const rateCardNotFound = recordNotFound({
  code: "rate_card_not_found",
  param: "rateCardId",
  message: "Rate card was not found.",
});

/** A rate card that the input of another noun names. */
export const referencedRateCardNotFound: RefusalTerms = {
  ...rateCardNotFound,
  message: referencedRecordNotFound,
};

export const rateCardTooEarly: RefusalTerms = {
  kind: "conflict",
  code: "rate_card_too_early",
  param: "effectiveFrom",
  message: "effectiveFrom must not be in the past if the plan has a rate card.",
  meaning:
    "The plan has a rate card already, and a new one cannot change what periods cost that have begun.",
  remedy: "Send a later `effectiveFrom`, or omit it.",
};

export const NewRateCard = request({
  paymentPlanId: requiredId().meta({ description: "Id of the plan that the card prices" }),
  components: NewComponents,
  effectiveFrom: omittable(dateTime()).meta({
    description:
      "Periods that begin then or later cost what this card says. Default: all periods for the first card of a plan, the time of the call for later ones",
    example: "2026-02-01T00:00:00.000Z",
  }),
});

export const RateCardId = request({ rateCardId: requiredId() });

export const RateCardQuery = request({
  paymentPlanId: requiredId().meta({ description: "Id of the plan" }),
  ...page("rate-cards"),
});

const RateCard = z
  .object({
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
  })
  .meta({
    id: "RateCard",
    description: "What the usage of a plan costs: a version that never changes.",
  });

export const OneRateCard = z.object({ rateCard: RateCard });

export const RateCardPage = z.object({
  rateCards: z.array(RateCard).meta({ description: "Newest first" }),
  nextCursor: nextCursor("rate-cards"),
});

import { z } from "zod";
import { amountOut, createdAt, currencyOut, id, updatedAt } from "../lib/answers.ts";
import {
  currency,
  decimal,
  omittable,
  oneOf,
  optionalDescription,
  request,
  requiredId,
  requiredName,
} from "../lib/fields.ts";
import { nextCursorOfPage, optionalPage } from "../lib/lists.ts";
import type { RefusalTerms } from "../lib/refusal.ts";

export const intervalOfOneTimePlan: RefusalTerms = {
  kind: "invalid",
  message: "billingInterval must be NONE for ONE_TIME plans.",
};

export const planNotOfService: RefusalTerms = {
  kind: "not_found",
  message: "Payment plan was not found for the service.",
};

const pricingTypes = ["FIXED_RECURRING", "USAGE_BASED", "ONE_TIME"] as const;
const billingIntervals = ["MONTH", "WEEK", "DAY", "NONE"] as const;

const pricingWords =
  "`FIXED_RECURRING`: the same amount every interval. `USAGE_BASED`: an amount for each unit that is used. `ONE_TIME`: once.";

const intervalWords =
  "How often it renews. `MONTH`: on the same day of each month. `WEEK`: every seven days. `DAY`: every day. `NONE`: not by itself.";

export const NewPlan = request({
  serviceId: requiredId(),
  name: requiredName(200).meta({
    description: "What it is called, on invoices and at checkout",
    example: "Pay as you go",
  }),
  amount: decimal().meta({
    description:
      "What it costs, in USDC with at most six decimal places: each interval, each unit (`USAGE_BASED`) or once (`ONE_TIME`)",
    example: "0.002500",
  }),
  pricingType: oneOf(pricingTypes).meta({ description: pricingWords, example: "USAGE_BASED" }),
  billingInterval: omittable(oneOf(billingIntervals)).meta({
    description: `${intervalWords} Default \`NONE\`, which a \`ONE_TIME\` plan must have`,
    example: "MONTH",
  }),
  description: optionalDescription(2000).meta({
    description: "What is paid for, in more words; shown at checkout",
    example: "One unit is one request",
  }),
  currency: currency(),
}).refine(
  (plan) => plan.pricingType !== "ONE_TIME" || (plan.billingInterval ?? "NONE") === "NONE",
  { error: intervalOfOneTimePlan.message },
);

export const PlanId = request({ serviceId: requiredId(), paymentPlanId: requiredId() });

export const PlanQuery = request({ serviceId: requiredId(), ...optionalPage("plans") });

/** A plan; nothing is nested in it, so it is the same wherever it stands. */
export const Plan = z
  .object({
    id: id(),
    serviceId: id(),
    name: z.string().meta({
      description: "What it is called, on invoices and at checkout",
      example: "Pay as you go",
    }),
    description: z.string().nullable().meta({
      description: "What is paid for, in more words; null where nobody has said",
      example: "One unit is one request",
    }),
    pricingType: z.enum(pricingTypes).meta({ description: pricingWords, example: "USAGE_BASED" }),
    billingInterval: z.enum(billingIntervals).meta({
      description: intervalWords,
      example: "MONTH",
    }),
    amount: amountOut().meta({
      description:
        "What it costs, in USDC with six decimal places: each interval, each unit (`USAGE_BASED`) or once (`ONE_TIME`)",
      example: "0.002500",
    }),
    currency: currencyOut(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  })
  .meta({ id: "Plan", description: "How a service is priced." });

export const PlanPage = z.object({
  plans: z.array(Plan).meta({ description: "Newest first" }),
  nextCursor: nextCursorOfPage("plans"),
});

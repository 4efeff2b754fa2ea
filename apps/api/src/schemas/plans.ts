import { z } from "zod";
import { amountOut, component, createdAt, currencyOut, id, updatedAt } from "../kit/answers.ts";
import { type RefusalTerms, recordNotFound } from "../kit/refusal.ts";

export const planNotOfService: RefusalTerms = {
  kind: "not_found",
  code: "plan_not_of_service",
  param: "paymentPlanId",
  message: "Payment plan was not found for the service.",
  meaning: "The service has no plan with this id, or the service does not exist for this seller.",
  remedy:
    "Check `paymentPlanId` and `serviceId`; the seller's plans are listed by `GET /services/{serviceId}/plans`.",
};

/** A plan that the input of another noun names without its service. */
export const planNotFound = recordNotFound("plan_not_found", "paymentPlanId", "Payment plan");

export const pricingTypes = ["FIXED_RECURRING", "USAGE_BASED", "ONE_TIME"] as const;
export const billingIntervals = ["MONTH", "WEEK", "DAY", "NONE"] as const;

export const pricingWords =
  "`FIXED_RECURRING`: the same amount every interval. `USAGE_BASED`: an amount per unit of usage. `ONE_TIME`: one payment.";

export const intervalWords =
  "How often subscriptions renew. `MONTH`: on the same day of each month. `WEEK`: every seven days. `DAY`: every day. `NONE`: never; a subscription has one period without an end, so a `FIXED_RECURRING` plan is paid once, and usage is billed when the subscription is cancelled.";

/** A plan nests no other records, so it has one form everywhere. */
export const Plan = component("Plan", "A price of a service.", {
  id: id(),
  serviceId: id(),
  name: z.string().meta({
    description: "Name of the plan, shown on invoices and at checkout",
    example: "Pay as you go",
  }),
  description: z.string().nullable().meta({
    description: "Description of the plan; null if none was given",
    example: "One unit is one request",
  }),
  pricingType: z.enum(pricingTypes).meta({ description: pricingWords, example: "USAGE_BASED" }),
  billingInterval: z.enum(billingIntervals).meta({
    description: intervalWords,
    example: "MONTH",
  }),
  amount: amountOut().meta({
    description:
      "Price in USDC with six decimal places: per interval (`FIXED_RECURRING`), per unit (`USAGE_BASED`) or once (`ONE_TIME`)",
    example: "0.002500",
  }),
  currency: currencyOut(),
  unit: z.string().nullable().meta({
    description: "What one unit of usage is; null if none was given",
    example: "request",
  }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

/** A plan as the pages of its subscribers show it. */
export const OfferedPlan = Plan.pick({
  name: true,
  description: true,
  pricingType: true,
  billingInterval: true,
  amount: true,
  currency: true,
  unit: true,
}).meta({ description: "The plan and its price" });

import { z } from "zod";
import { decimalOut, id, timeOut } from "../shared/answers.ts";
import {
  currency,
  decimal,
  omittable,
  oneOf,
  optionalText,
  request,
  requiredId,
  requiredText,
} from "../shared/fields.ts";
import { nextCursor, optionalPage } from "../shared/lists.ts";

const pricingTypes = ["FIXED_RECURRING", "USAGE_BASED", "ONE_TIME"] as const;
const billingIntervals = ["MONTH", "WEEK", "DAY", "NONE"] as const;

export const NewPlan = request({
  serviceId: requiredId(),
  name: requiredText(200).meta({
    description: "Shown on invoices and in checkout",
    example: "Pay as you go",
  }),
  amount: decimal().meta({
    description: "USDC, at most six decimals; for `USAGE_BASED` the price of one unit",
    example: "0.002500",
  }),
  pricingType: oneOf(pricingTypes).meta({ example: "USAGE_BASED" }),
  billingInterval: omittable(oneOf(billingIntervals)).meta({
    description: "Default `NONE`: no automatic renewal",
    example: "MONTH",
  }),
  description: optionalText(2000).meta({ example: "One unit is one request" }),
  currency: currency(),
}).refine(
  (plan) => plan.pricingType !== "ONE_TIME" || (plan.billingInterval ?? "NONE") === "NONE",
  { error: "billingInterval must be NONE for ONE_TIME plans." },
);

export const PlanId = request({ serviceId: requiredId(), paymentPlanId: requiredId() });

export const PlanQuery = request({ serviceId: requiredId(), ...optionalPage("plans") });

/** A plan; nothing is nested in it, so it is the same wherever it stands. */
export const Plan = z
  .object({
    id: id(),
    serviceId: id(),
    name: z.string().meta({ example: "Pay as you go" }),
    description: z.string().nullable().meta({ example: "One unit is one request" }),
    pricingType: z.enum(pricingTypes).meta({
      description:
        "`FIXED_RECURRING`: the same amount every interval. `USAGE_BASED`: by recorded usage. `ONE_TIME`: once.",
      example: "USAGE_BASED",
    }),
    billingInterval: z.enum(billingIntervals).meta({
      description: "How often it renews; `NONE`: not by itself",
      example: "MONTH",
    }),
    amount: decimalOut().meta({
      description: "USDC with six decimals; for `USAGE_BASED` the price of one unit",
      example: "0.002500",
    }),
    currency: z.string().meta({ description: "Always `USDC`", example: "USDC" }),
    createdAt: timeOut(),
    updatedAt: timeOut(),
  })
  .meta({ id: "Plan", description: "How a service is priced." });

export const PlanPage = z.object({
  plans: z.array(Plan),
  nextCursor: nextCursor("plans").optional(),
});

import { amountText } from "@usance/ui";
import type { Payable } from "../api/payable.ts";

type Plan = Payable["paymentPlan"];
type Interval = Plan["billingInterval"];

const each: Record<Interval, string | null> = {
  MONTH: "month",
  WEEK: "week",
  DAY: "day",
  NONE: null,
};

/** What the price is for, after the amount: `USDC every month`, `USDC per unit, billed each month`. */
export function priceUnit({ pricingType, billingInterval, currency }: PlanPrice): string {
  const interval = each[billingInterval];
  if (pricingType === "USAGE_BASED") {
    return `${currency} per unit${interval === null ? "" : `, billed each ${interval}`}`;
  }
  return `${currency} ${interval === null ? "once" : `every ${interval}`}`;
}

type PlanPrice = Pick<Plan, "pricingType" | "billingInterval" | "currency">;

/** @returns `25.00 USDC every month` */
export const priceText = (plan: PlanPrice & Pick<Plan, "amount">) =>
  `${amountText(plan.amount)} ${priceUnit(plan)}`;

/** @returns `month`; null for what is not billed again by itself */
export const intervalOf = ({ billingInterval }: Pick<Plan, "billingInterval">) =>
  each[billingInterval];

/** Whether there will be invoices after the first payment. */
export const billsLater = ({ pricingType, billingInterval }: PlanPrice) =>
  billingInterval !== "NONE" || pricingType === "USAGE_BASED";

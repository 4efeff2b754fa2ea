import { amountText } from "./money.ts";

/** The price of a plan, as the service's API has it. */
export interface PlanPrice {
  readonly pricingType: "FIXED_RECURRING" | "USAGE_BASED" | "ONE_TIME";
  readonly billingInterval: "MONTH" | "WEEK" | "DAY" | "NONE";
  readonly amount: string;
  readonly currency: string;
  /** What one unit of usage is: `request`. */
  readonly unit: string | null;
}

const each: Readonly<Record<PlanPrice["billingInterval"], string | null>> = {
  MONTH: "month",
  WEEK: "week",
  DAY: "day",
  NONE: null,
};

/** What the price is for, after the amount: `USDC every month`, `USDC per request, billed each month`. */
export function priceUnit({
  pricingType,
  billingInterval,
  currency,
  unit,
}: Omit<PlanPrice, "amount">): string {
  const interval = each[billingInterval];
  if (pricingType === "USAGE_BASED") {
    return `${currency} per ${unit ?? "unit"}${interval === null ? "" : `, billed each ${interval}`}`;
  }
  return `${currency} ${interval === null ? "once" : `every ${interval}`}`;
}

/** @returns `25.00 USDC every month` */
export const priceText = (plan: PlanPrice) => `${amountText(plan.amount)} ${priceUnit(plan)}`;

/** @returns `month`; null for what is not billed again by itself */
export const intervalOf = ({ billingInterval }: Pick<PlanPrice, "billingInterval">) =>
  each[billingInterval];

/** Whether there will be invoices after the first payment. */
export const billsLater = ({
  pricingType,
  billingInterval,
}: Pick<PlanPrice, "pricingType" | "billingInterval">) =>
  billingInterval !== "NONE" || pricingType === "USAGE_BASED";

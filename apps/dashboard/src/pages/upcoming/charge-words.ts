import { amountText, isZero } from "@usance/ui";
import type { UpcomingCharge } from "../../api/records.ts";

type Bill = Pick<
  NonNullable<UpcomingCharge["upcomingInvoice"]>,
  "prepaid" | "broughtForward" | "carriedForward" | "usageEventCount"
>;

interface Charge {
  readonly paymentPlan: Pick<UpcomingCharge["paymentPlan"], "pricingType">;
  readonly upcomingInvoice: Bill | null;
  readonly failure: string | null;
}

/** The parts of what a subscription has accrued, or why nothing accrues. */
export function chargeWords({ paymentPlan, upcomingInvoice: bill, failure }: Charge): string {
  if (failure !== null) return failure;
  if (bill === null) {
    const isMetered = paymentPlan.pricingType === "USAGE_BASED";
    return isMetered ? "The plan has no rate card" : "No usage is billed";
  }
  const count = bill.usageEventCount;
  const usage = `${count.toLocaleString("en")} usage event${count === 1 ? "" : "s"} by the rate card`;
  const paid = isZero(bill.prepaid) ? [] : [`less ${amountText(bill.prepaid)} USDC prepaid`];
  return [usage, ...paid, ...changesOf(bill)].join(", ");
}

function changesOf({ broughtForward, carriedForward }: Bill): string[] {
  if (isZero(broughtForward)) return [];
  if (!broughtForward.startsWith("-")) {
    return [`${amountText(broughtForward)} USDC of earlier periods`];
  }
  const credit = `less a credit of ${amountText(broughtForward.slice(1))} USDC`;
  const isLeft = carriedForward.startsWith("-");
  return [
    isLeft ? `${credit}, of which ${amountText(carriedForward.slice(1))} USDC is left` : credit,
  ];
}

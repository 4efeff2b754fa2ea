import { amountText, isZero } from "@usance/ui";
import type { Plan, Subscription, UpcomingInvoice } from "../../api/records.ts";

/** What a subscription is going to cost, in USDC. */
export interface UpcomingBill {
  /** By the usage until now; null: nothing says what it costs. */
  readonly accrued: string | null;
  /** The price of the next period; null if the subscription does not renew at a fixed price. */
  readonly renewal: string | null;
  /** The parts of the accrued amount, or why nothing accrues. */
  readonly words: string;
}

type Invoice = Pick<
  UpcomingInvoice,
  "amount" | "prepaid" | "broughtForward" | "carriedForward" | "usageEventCount"
>;

/** @param invoice the next one of the subscription's usage; null: no rate card is in effect */
export function upcomingBill(
  { cancelAt }: Pick<Subscription, "cancelAt">,
  { pricingType, amount }: Pick<Plan, "pricingType" | "amount">,
  invoice: Invoice | null,
): UpcomingBill {
  const renewal = pricingType === "FIXED_RECURRING" && cancelAt === null ? amount : null;
  if (invoice === null) {
    const words =
      pricingType === "USAGE_BASED" ? "The plan has no rate card" : "No usage is billed";
    return { accrued: null, renewal, words };
  }
  const count = invoice.usageEventCount;
  const usage = `${count.toLocaleString("en")} usage event${count === 1 ? "" : "s"} by the rate card`;
  const paid = isZero(invoice.prepaid) ? [] : [`less ${amountText(invoice.prepaid)} USDC prepaid`];
  const words = [usage, ...paid, ...changesOf(invoice)].join(", ");
  return { accrued: costOf(invoice), renewal, words };
}

/** Also what is too little for a bill of its own. */
const costOf = ({ amount, carriedForward }: Invoice) =>
  isZero(amount) && !carriedForward.startsWith("-") ? carriedForward : amount;

function changesOf({ broughtForward, carriedForward }: Invoice): string[] {
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

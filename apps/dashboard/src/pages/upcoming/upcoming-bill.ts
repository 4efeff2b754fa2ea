import { amountText, isZero, sum } from "@usance/ui";
import type { Plan, Subscription, UpcomingInvoice } from "../../api/records.ts";

/** The next bill of a subscription, so far. */
export interface UpcomingBill {
  /** In USDC; null: nothing says what it costs. */
  readonly amount: string | null;
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
    if (renewal !== null) return { amount: renewal, words: "The price of the next period" };
    const words =
      pricingType === "USAGE_BASED" ? "The plan has no rate card" : "Nothing more is due";
    return { amount: null, words };
  }
  const count = invoice.usageEventCount;
  const usage = `${count.toLocaleString("en")} usage event${count === 1 ? "" : "s"} by the rate card`;
  const paid = isZero(invoice.prepaid) ? [] : [`less ${amountText(invoice.prepaid)} USDC prepaid`];
  const words = [usage, ...paid, ...changesOf(invoice)].join(", ");
  const cost = costOf(invoice);
  return renewal === null
    ? { amount: cost, words }
    : { amount: sum([cost, renewal]), words: `${words}, and the price of the next period` };
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

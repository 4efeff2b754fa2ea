import { sum } from "@usance/ui";
import type { Plan, Quote, Subscription } from "../../api/records.ts";

/** What a subscription's running period costs until now. */
export interface UpcomingBill {
  /** In USDC; null: nothing says what it costs. */
  readonly amount: string | null;
  readonly words: string;
}

/**
 * @param quote of the running period until now; null: no rate card is in effect
 */
export function upcomingBill(
  { cancelAt }: Pick<Subscription, "cancelAt">,
  { pricingType, amount }: Pick<Plan, "pricingType" | "amount">,
  quote: Pick<Quote, "amount" | "usageEventCount"> | null,
): UpcomingBill {
  const renewal = pricingType === "FIXED_RECURRING" && cancelAt === null ? amount : null;
  if (quote === null) {
    if (renewal !== null) return { amount: renewal, words: "The price of the next period" };
    const words =
      pricingType === "USAGE_BASED" ? "The plan has no rate card" : "Nothing more is due";
    return { amount: null, words };
  }
  const count = quote.usageEventCount ?? 0;
  const usage = `${count.toLocaleString("en")} usage event${count === 1 ? "" : "s"} by the rate card`;
  return renewal === null
    ? { amount: quote.amount, words: usage }
    : { amount: sum([quote.amount, renewal]), words: `${usage}, and the price of the next period` };
}

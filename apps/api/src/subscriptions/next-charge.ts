import type { PaymentPlan } from "../db/generated/client.ts";
import type { Amount } from "../kit/money.ts";

/** What a subscription is charged next. */
interface NextCharge {
  readonly at: Date;
  /** null: it depends on the usage until then. */
  readonly amount: Amount | null;
}

interface Charged {
  readonly cancelAt: Date | null;
  readonly currentPeriodEnd: Date | null;
  readonly paymentPlan: Pick<PaymentPlan, "pricingType" | "amount">;
}

/**
 * The next charge of an active subscription: a fixed plan bills the next period when the current one ends, and a metered plan
 * the usage of the one that ends.
 *
 * @returns null if none is planned
 */
export function nextChargeOf({
  cancelAt,
  currentPeriodEnd: at,
  paymentPlan: { pricingType, amount },
}: Charged): NextCharge | null {
  if (at === null) return null;
  if (pricingType === "USAGE_BASED") return { at, amount: null };
  return cancelAt === null && amount.gt(0) ? { at, amount } : null;
}

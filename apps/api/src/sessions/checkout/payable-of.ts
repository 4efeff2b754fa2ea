import { checkoutSessionNotPending } from "../../contract/checkout-sessions.ts";
import type { Hex } from "../../lib/evm-fields.ts";
import { Amount } from "../../lib/money.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Payable } from "../../payments/payment-terms.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";

/** The amount to pay at checkout, in USDC: the plan's amount, or zero if that is the price of a unit used later. */
export function amountDue({ pricingType, amount }: CheckoutSessionView["paymentPlan"]): Amount {
  return new Amount(pricingType === "USAGE_BASED" ? 0 : amount.toFixed());
}

/** What the payer of a session signs for. */
export function payableOf({
  invoiceId,
  serviceId,
  referenceHash,
  paymentPlan,
}: CheckoutSessionView): Payable {
  // Sessions that ended before references were introduced have none.
  if (referenceHash === null) throw new Refusal(checkoutSessionNotPending);
  return {
    invoiceId,
    serviceId,
    referenceHash: referenceHash as Hex,
    amount: amountDue(paymentPlan),
  };
}

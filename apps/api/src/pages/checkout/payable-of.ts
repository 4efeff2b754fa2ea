import type { Hex } from "../../kit/evm-fields.ts";
import { Amount } from "../../kit/money.ts";
import type { CheckoutSessionView } from "../checkout-sessions/load-checkout-session.ts";
import type { Payable } from "../payments/payment-terms.ts";

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
  return {
    invoiceId,
    serviceId,
    referenceHash: referenceHash as Hex,
    amount: amountDue(paymentPlan),
  };
}

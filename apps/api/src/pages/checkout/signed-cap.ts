import type { z } from "zod";
import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import type { PayCheckout } from "../../schemas/checkout.ts";
import { payerAddressRequired } from "../../schemas/payment-refusals.ts";
import type { SignedCap } from "../../settlements/spending-caps/keep-spending-cap.ts";
import type { CheckoutSessionView } from "../checkout-sessions/load-checkout-session.ts";
import { requirePayee } from "../payments/payment-terms.ts";
import { checkCap } from "../payments/spending-cap.ts";

/**
 * Checks the spending cap that a subscriber signed at checkout.
 *
 * @returns the cap, to be stored in the transaction that starts the payment; null when none was signed
 */
export async function checkSignedCap(
  parts: Pick<Parts, "chain" | "collector">,
  { service, subscriptionId }: CheckoutSessionView,
  { payerAddress, cap }: Pick<z.output<typeof PayCheckout>, "payerAddress" | "cap">,
): Promise<SignedCap | null> {
  if (cap === undefined) return null;
  if (payerAddress === undefined) throw new Refusal(payerAddressRequired);
  const payee = requirePayee(parts, service);
  return checkCap(parts, payee, subscriptionId, { payerAddress, cap });
}

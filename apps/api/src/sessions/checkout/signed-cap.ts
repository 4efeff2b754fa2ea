import type { z } from "zod";
import type { SignedCap } from "../../billing/spending-caps/keep-spending-cap.ts";
import type { PayCheckout } from "../../contract/checkout.ts";
import { payerAddressRequired } from "../../contract/payment-refusals.ts";
import { Refusal } from "../../lib/refusal.ts";
import { requirePayee } from "../../payments/payment-terms.ts";
import { checkCap } from "../../payments/spending-cap.ts";
import type { Parts } from "../../ports/parts.ts";
import type { CheckoutSessionView } from "../checkout-sessions/view.ts";

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

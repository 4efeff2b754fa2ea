import type { z } from "zod";
import { getUser } from "../../access/users/identify-user.ts";
import type { Checkout } from "../../contract/checkout.ts";
import { everyone } from "../../lib/tenant.ts";
import type { Parts } from "../../ports/parts.ts";
import { getCheckoutState } from "./get-checkout-status.ts";
import { amountDue, payeeOf } from "./payment-terms.ts";

/** A checkout as its page shows it: what a payer has to know, and of others their names alone. */
export async function viewCheckout(parts: Parts, id: string): Promise<z.input<typeof Checkout>> {
  const { session, payment } = await getCheckoutState(parts, id);
  const { service, paymentPlan, status, expiresAt, successUrl, cancelUrl, userId } = session;
  const payee = payeeOf(parts, session);
  const seller = await getUser({ db: parts.db, tenant: everyone }, session.ownerId);
  return {
    id: session.id,
    status,
    expiresAt,
    seller: { name: seller.name },
    service,
    paymentPlan,
    amountDue: amountDue(paymentPlan),
    takesEmail: userId === null,
    successUrl,
    cancelUrl,
    chain: payee && {
      chainId: payee.collector.chainId,
      token: payee.collector.token,
      collector: payee.collector.contract,
      merchantAddress: service.payoutAddress ?? payee.merchant,
    },
    payment,
  };
}

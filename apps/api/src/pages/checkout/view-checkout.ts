import { shownService } from "../../catalog/services/shown-service.ts";
import { everyone } from "../../kit/tenant.ts";
import { getUser } from "../../operation/access/users/identify-user.ts";
import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { CheckoutId, OneCheckout } from "../../schemas/checkout.ts";
import { checkoutSessionNotFound } from "../../schemas/checkout-sessions.ts";
import { loadOffer } from "../payments/agreed-terms.ts";
import { shownPayee } from "../payments/payment-terms.ts";
import { offeredAt } from "./checkout-offer.ts";
import { getCheckoutState } from "./checkout-state.ts";
import { outcomeOf } from "./outcome-of.ts";
import { amountDue } from "./payable-of.ts";

/** Shows what a payer must know. Of the seller it shows only the name. */
export const viewCheckout = visit("GET /checkout/{checkoutSessionId}", {
  name: "checkout.view",
  summary: "View a checkout",
  description:
    "The service, the plan, the amount due, the seller's name, where to pay and, once it is paid, what it led to. Anyone with the session id can view it.",
  refusals: { checkoutSessionNotFound, tooManyRequests },
  input: CheckoutId,
  output: OneCheckout,
  run: async (work, { checkoutSessionId }) => {
    const { session, payment } = await getCheckoutState(work, checkoutSessionId);
    const { service, paymentPlan, status, expiresAt, successUrl, cancelUrl, userId } = session;
    const seller = await getUser({ db: work.db, tenant: everyone }, session.ownerId, "ownerId");
    const { rateCards, terms } = await loadOffer(work, await offeredAt(work, session));
    const checkout = {
      id: session.id,
      status,
      expiresAt,
      seller: { name: seller.name },
      service: shownService(service),
      paymentPlan,
      rateCards,
      amountDue: amountDue(paymentPlan),
      takesEmail: userId === null,
      successUrl,
      cancelUrl,
      chain: shownPayee(work, service),
      terms,
      payment,
      outcome: await outcomeOf(work, session),
    };
    return { checkout };
  },
});

import { visit } from "../../operation/define.ts";
import { tooManyRequests } from "../../operation/errors.ts";
import { CheckoutId, OneCheckoutStatus } from "../../schemas/checkout.ts";
import { checkoutSessionNotFound } from "../../schemas/checkout-sessions.ts";
import { getCheckoutState, statusOf } from "./checkout-state.ts";

/** The checkout page polls it while a payment is in progress. */
export const getCheckoutStatus = visit("GET /checkout/{checkoutSessionId}/status", {
  name: "checkout.status",
  summary: "Get the status of a checkout",
  description:
    "Poll it until the session is `PAID` or its payment has failed. A payment that was sent is checked against the chain on every read.",
  refusals: { checkoutSessionNotFound, tooManyRequests },
  input: CheckoutId,
  output: OneCheckoutStatus,
  run: async (work, { checkoutSessionId }) => ({
    checkoutStatus: await statusOf(work, await getCheckoutState(work, checkoutSessionId)),
  }),
});

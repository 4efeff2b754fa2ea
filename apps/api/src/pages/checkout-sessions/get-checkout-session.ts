import { read } from "../../operation/define.ts";
import {
  CheckoutSessionId,
  checkoutSessionNotFound,
  OneCheckoutSession,
} from "../../schemas/checkout-sessions.ts";
import { loadCheckoutSession } from "./load-checkout-session.ts";

/** docs/specification.md, section 4, GET /checkout-sessions/:checkoutSessionId. */
export const getCheckoutSession = read("GET /checkout-sessions/{checkoutSessionId}", {
  name: "checkoutSessions.get",
  summary: "Get a checkout session",
  description:
    "Includes the subscription once the session is `PAID`. A session whose `expiresAt` has passed is returned as `EXPIRED`.",
  refusals: { checkoutSessionNotFound },
  input: CheckoutSessionId.strip(),
  output: OneCheckoutSession,
  run: async (work, { checkoutSessionId }) => ({
    checkoutSession: await loadCheckoutSession(work, checkoutSessionId),
  }),
});

import { z } from "zod";
import {
  CheckoutCompletion,
  CheckoutSession,
  CheckoutSessionId,
  CheckoutSessionPage,
  CheckoutSessionQuery,
  CheckoutSessionWithSubscriptions,
  checkoutSessionNotFound,
  checkoutSessionNotPending,
  NewCheckoutSession,
  payerRequired,
  paymentInProgress,
  serviceNotActive,
} from "../../contract/checkout-sessions.ts";
import { planNotOfService } from "../../contract/plans.ts";
import { referencedRecordNotFound } from "../../lib/refusal.ts";
import { read, write } from "../../operation/define.ts";
import { cancelCheckoutSession } from "./cancel-checkout-session.ts";
import { completeCheckoutSession } from "./complete-checkout-session.ts";
import { createCheckoutSession } from "./create-checkout-session.ts";
import { getCheckoutSession } from "./get-checkout-session.ts";
import { listCheckoutSessions } from "./list-checkout-sessions.ts";

const WithSubscriptions = z.object({ checkoutSession: CheckoutSessionWithSubscriptions });

export const checkoutSessions = {
  create: write("POST /checkout-sessions", {
    name: "checkoutSessions.create",
    summary: "Start a checkout",
    description:
      "Send the subscriber to the `url` that is answered. A subscription starts when the session is paid: by a wallet on that page, or when you complete it.",
    status: 201,
    refusals: { planNotOfService, referencedRecordNotFound, serviceNotActive },
    input: NewCheckoutSession,
    output: z.object({ checkoutSession: CheckoutSession }),
    run: async (work, input) => ({
      checkoutSession: await createCheckoutSession(work, input),
    }),
  }),

  get: read("GET /checkout-sessions/{checkoutSessionId}", {
    name: "checkoutSessions.get",
    summary: "Get a checkout session",
    description:
      "With the subscription that came of it, once it is `PAID`. One whose `expiresAt` has passed is `EXPIRED` from this read on at the latest.",
    refusals: { checkoutSessionNotFound },
    input: CheckoutSessionId,
    output: WithSubscriptions,
    run: async (work, input) => ({
      checkoutSession: await getCheckoutSession(work, input.checkoutSessionId),
    }),
  }),

  list: read("GET /checkout-sessions", {
    name: "checkoutSessions.list",
    summary: "List checkout sessions, newest first",
    description:
      "Each as when it is read by itself. What has come due is brought up to date before it is shown.",
    input: CheckoutSessionQuery,
    output: CheckoutSessionPage,
    run: async (work, input) => {
      const { rows, next } = await listCheckoutSessions(work, input);
      return { checkoutSessions: rows, nextCursor: next };
    },
  }),

  complete: write("POST /checkout-sessions/{checkoutSessionId}/complete", {
    name: "checkoutSessions.complete",
    summary: "Complete a checkout",
    description:
      "Your word that the subscriber has paid you: the session becomes `PAID` and a subscription starts, of which `checkout_session.paid` and `subscription.created` tell. A user who is not known by e-mail yet is made. Sent again, it answers the same and starts no other. Refused while a payment on the checkout page is on the chain.",
    refusals: {
      payerRequired,
      checkoutSessionNotFound,
      referencedRecordNotFound,
      checkoutSessionNotPending,
      paymentInProgress,
    },
    input: CheckoutCompletion,
    output: WithSubscriptions,
    run: async (work, input) => ({
      checkoutSession: await completeCheckoutSession(work, input),
    }),
  }),

  cancel: write("POST /checkout-sessions/{checkoutSessionId}/cancel", {
    name: "checkoutSessions.cancel",
    summary: "Cancel a checkout",
    description:
      "For good: nobody can pay it any more. `checkout_session.cancelled` tells of it. A payment on the checkout page that was not sent to the chain yet is given up. One that was sent may still arrive: until the chain has decided for good, this is refused.",
    refusals: { checkoutSessionNotFound, checkoutSessionNotPending, paymentInProgress },
    input: CheckoutSessionId,
    output: WithSubscriptions,
    run: async (work, input) => ({
      checkoutSession: await cancelCheckoutSession(work, input.checkoutSessionId),
    }),
  }),
};

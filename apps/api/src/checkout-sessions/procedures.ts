import { z } from "zod";
import { planNotOfService } from "../plans/errors.ts";
import { referencedRecordNotFound } from "../shared/refusal.ts";
import { rest, router, withKey, writing } from "../trpc/base.ts";
import { cancelCheckoutSession } from "./cancel-checkout-session.ts";
import { completeCheckoutSession } from "./complete-checkout-session.ts";
import { createCheckoutSession } from "./create-checkout-session.ts";
import {
  checkoutSessionNotFound,
  checkoutSessionNotPending,
  payerRequired,
  paymentInProgress,
  serviceNotActive,
} from "./errors.ts";
import { getCheckoutSession } from "./get-checkout-session.ts";
import { listCheckoutSessions } from "./list-checkout-sessions.ts";
import {
  CheckoutCompletion,
  CheckoutSession,
  CheckoutSessionId,
  CheckoutSessionPage,
  CheckoutSessionQuery,
  CheckoutSessionWithSubscriptions,
  NewCheckoutSession,
} from "./schema.ts";

const WithSubscriptions = z.object({ checkoutSession: CheckoutSessionWithSubscriptions });

export const checkoutSessions = router({
  create: writing
    .meta(
      rest("POST /checkout-sessions", "Start a checkout", {
        status: 201,
        refusals: [planNotOfService, referencedRecordNotFound, serviceNotActive],
      }),
    )
    .input(NewCheckoutSession)
    .output(z.object({ checkoutSession: CheckoutSession }))
    .mutation(async ({ ctx, input }) => ({
      checkoutSession: await createCheckoutSession(ctx.parts, input),
    })),

  get: withKey
    .meta(
      rest("GET /checkout-sessions/{checkoutSessionId}", "Get a checkout session", {
        refusals: [checkoutSessionNotFound],
      }),
    )
    .input(CheckoutSessionId)
    .output(WithSubscriptions)
    .query(async ({ ctx, input }) => ({
      checkoutSession: await getCheckoutSession(ctx.parts, input.checkoutSessionId),
    })),

  list: withKey
    .meta(rest("GET /checkout-sessions", "List checkout sessions, newest first"))
    .input(CheckoutSessionQuery)
    .output(CheckoutSessionPage)
    .query(async ({ ctx, input }) => {
      const { rows, next } = await listCheckoutSessions(ctx.parts, input);
      return { checkoutSessions: rows, nextCursor: next };
    }),

  complete: writing
    .meta(
      rest("POST /checkout-sessions/{checkoutSessionId}/complete", "Complete a checkout", {
        description:
          "Your word that the subscriber has paid: the session becomes `PAID` and a subscription starts. Sent again, it answers the same and starts no other.",
        refusals: [
          payerRequired,
          checkoutSessionNotFound,
          referencedRecordNotFound,
          checkoutSessionNotPending,
          paymentInProgress,
        ],
      }),
    )
    .input(CheckoutCompletion)
    .output(WithSubscriptions)
    .mutation(async ({ ctx, input }) => ({
      checkoutSession: await completeCheckoutSession(ctx.parts, input),
    })),

  cancel: writing
    .meta(
      rest("POST /checkout-sessions/{checkoutSessionId}/cancel", "Cancel a checkout", {
        refusals: [checkoutSessionNotFound, checkoutSessionNotPending, paymentInProgress],
      }),
    )
    .input(CheckoutSessionId)
    .output(WithSubscriptions)
    .mutation(async ({ ctx, input }) => ({
      checkoutSession: await cancelCheckoutSession(ctx.parts, input.checkoutSessionId),
    })),
});

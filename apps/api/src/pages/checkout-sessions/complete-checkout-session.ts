import type { z } from "zod";
import type { InTransaction } from "../../db/client.ts";
import { Refusal } from "../../kit/refusal.ts";
import { getUser, identifyUser } from "../../operation/access/users/identify-user.ts";
import { write } from "../../operation/define.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import {
  CheckoutCompletion,
  checkoutSessionNotFound,
  checkoutSessionNotPending,
  OneCheckoutSession,
  payerRequired,
  paymentInProgress,
} from "../../schemas/checkout-sessions.ts";
import { userNotFound } from "../../schemas/users.ts";
import { completeSession, endUnpaid } from "./end-session.ts";
import { type CheckoutSessionView, loadCheckoutSession } from "./load-checkout-session.ts";

type Completion = z.output<typeof CheckoutCompletion>;

/** The seller was paid outside the checkout page. Repeated or concurrent calls start one subscription. */
export const completeCheckoutSession = write(
  "POST /checkout-sessions/{checkoutSessionId}/complete",
  {
    name: "checkoutSessions.complete",
    summary: "Complete a checkout session",
    description:
      "Use this when the subscriber has paid you directly. The session becomes `PAID` and a subscription starts, with the events `checkout_session.paid` and `subscription.created`. If no user has the e-mail address yet, one is created. Repeating the call returns the same session and starts no second subscription. Refused while a payment on the checkout page is on the chain.",
    refusals: {
      payerRequired,
      checkoutSessionNotFound,
      userNotFound: userNotFound("userId"),
      checkoutSessionNotPending,
      paymentInProgress,
    },
    input: CheckoutCompletion,
    output: OneCheckoutSession,
    run: async (work, input) => {
      const session = await loadCheckoutSession(work, input.checkoutSessionId);
      if (session.status !== "PAID" && !namesPayer(session, input)) {
        throw new Refusal(payerRequired);
      }
      if (session.status === "PENDING") {
        await endUnpaid(work, session, async () => {
          await completeSession(work, session, {
            trigger: "complete",
            transactionHash: input.transactionHash ?? null,
            payer: () => identifyPayer(work, input),
          });
        });
      }
      const checkoutSession = await loadCheckoutSession(work, session.id);
      if (checkoutSession.status !== "PAID") throw new Refusal(checkoutSessionNotPending);
      return { checkoutSession };
    },
  },
);

function namesPayer({ userId }: CheckoutSessionView, input: Completion): boolean {
  return (userId ?? input.userId ?? input.user?.email) !== undefined;
}

async function identifyPayer(
  { tx, tenant, now }: InTransaction & Pick<Parts, "tenant">,
  { userId, user }: Completion,
): Promise<string> {
  if (userId !== undefined) return (await getUser({ db: tx, tenant }, userId, "userId")).id;
  if (user?.email === undefined) throw new Refusal(payerRequired);
  const { email, name } = user;
  return (await identifyUser({ tx, tenant, now }, { email, name, role: "PAYER" })).id;
}

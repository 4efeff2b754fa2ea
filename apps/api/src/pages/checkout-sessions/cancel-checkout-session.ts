import { Refusal } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import {
  CheckoutSessionId,
  checkoutSessionNotFound,
  checkoutSessionNotPending,
  OneCheckoutSession,
  paymentInProgress,
} from "../../schemas/checkout-sessions.ts";
import { announceCheckoutSession } from "./announce-checkout-session.ts";
import { endUnpaid } from "./end-unpaid.ts";
import { loadCheckoutSession } from "./load-checkout-session.ts";
import { moveCheckoutSession } from "./store.ts";

/** Also voids what was due on the checkout page. */
export const cancelCheckoutSession = write("POST /checkout-sessions/{checkoutSessionId}/cancel", {
  name: "checkoutSessions.cancel",
  summary: "Cancel a checkout session",
  description:
    "A cancelled session can never be paid. The event `checkout_session.cancelled` reports it. A payment on the checkout page that was not sent to the chain yet is dropped. A payment that was sent can still arrive, so until the chain has a final result, cancelling is refused.",
  refusals: { checkoutSessionNotFound, checkoutSessionNotPending, paymentInProgress },
  input: CheckoutSessionId,
  output: OneCheckoutSession,
  run: async (work, { checkoutSessionId }) => {
    const session = await loadCheckoutSession(work, checkoutSessionId);
    if (session.status !== "PENDING") throw new Refusal(checkoutSessionNotPending);
    const { tx, now } = work;
    await endUnpaid(work, session, async () => {
      const moved = await moveCheckoutSession(tx, session.id, "cancel", { updatedAt: now });
      if (!moved) throw new Refusal(checkoutSessionNotPending);
      await announceCheckoutSession(work, "checkout_session.cancelled", session.id);
    });
    return { checkoutSession: await loadCheckoutSession(work, session.id) };
  },
});

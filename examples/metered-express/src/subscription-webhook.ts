import { type UsanceClient, webhooks } from "@usance/sdk";
import type { RequestHandler } from "express";
import type { Callers } from "./callers.ts";

/**
 * Switches callers on and off. Events may come twice, late and in any order, so each is taken as a reason to
 * look: what is done follows from the subscription as it is now.
 *
 * @returns a handler that needs the body as it came, in bytes
 */
export function subscriptionWebhook(
  usance: UsanceClient,
  callers: Callers,
  secret: string,
): RequestHandler<object, unknown, Uint8Array> {
  return async (req, res) => {
    const event = await webhooks.verify(req.body, req.headers, secret);
    if (event.test) return void res.sendStatus(204);
    if (event.type === "checkout_session.paid") {
      const { id: checkoutSessionId } = event.data.checkoutSession;
      const session = await usance.checkoutSessions.get({ checkoutSessionId });
      const [subscription] = session.subscriptions;
      if (subscription?.status === "ACTIVE") callers.switchOn(checkoutSessionId, subscription);
    }
    if (event.type === "subscription.cancelled") callers.switchOff(event.data.subscription.id);
    res.sendStatus(204);
  };
}

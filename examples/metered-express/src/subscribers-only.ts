import type { UsanceClient } from "@usance/sdk";
import type { RequestHandler } from "express";
import type { Caller, Callers } from "./callers.ts";
import type { Sale } from "./setup.ts";

/** Whom a call is billed to, in `res.locals`. */
interface Subscriber {
  readonly subscriptionId: string;
  readonly userId: string;
}

export type SubscribersHandler = RequestHandler<object, unknown, unknown, Query, Subscriber>;
type Query = Readonly<Record<string, unknown>>;

/**
 * Lets callers with an ACTIVE subscription through. The others get 402 with a checkout's address: once
 * they have subscribed there, a webhook switches them on (subscription-webhook.ts).
 */
export function subscribersOnly(
  usance: UsanceClient,
  callers: Callers,
  sale: Sale,
): SubscribersHandler {
  return async (req, res, next) => {
    const [, key = ""] = /^Bearer (\S+)$/.exec(req.get("Authorization") ?? "") ?? [];
    const caller = callers.find(key);
    if (caller === null) return void res.status(401).json({ error: "POST /keys gives you a key." });
    const { subscriptionId, userId } = caller;
    if (subscriptionId === null || userId === null) {
      const checkoutUrl =
        caller.checkoutUrl ?? (await sendToCheckout(usance, callers, sale, caller));
      return void res.status(402).json({ error: "Subscribe at checkoutUrl.", checkoutUrl });
    }
    Object.assign(res.locals, { subscriptionId, userId });
    next();
  };
}

async function sendToCheckout(
  usance: UsanceClient,
  callers: Callers,
  { serviceId, paymentPlanId }: Sale,
  caller: Caller,
): Promise<string> {
  // Calls that come together get the same session, and so does a call after one that died here.
  const idempotencyKey = `checkout:${caller.keyHash}:after:${caller.checkoutSessionId}`;
  const sale = { serviceId, paymentPlanId };
  const session = await usance.checkoutSessions.create(sale, { idempotencyKey });
  callers.sentToCheckout(caller, session);
  return session.url;
}

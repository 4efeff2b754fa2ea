import type { Parts } from "../../ports/parts.ts";
import { renewSubscription } from "../../time/renew-subscription.ts";
import { expireCheckoutSession } from "./expire-checkout-session.ts";
import type { CheckoutSessionRow } from "./store.ts";

/** Moves a session whose time is up, and its subscriptions' periods. @returns whether any was due */
export async function bringUpToDate(parts: Parts, session: CheckoutSessionRow): Promise<boolean> {
  const changed = [
    await expireCheckoutSession(parts, session),
    ...(await Promise.all(session.subscriptions.map((one) => renewSubscription(parts, one)))),
  ];
  return changed.some(Boolean);
}

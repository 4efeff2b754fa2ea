import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { upToDate } from "../../operation/ports/up-to-date.ts";
import { checkoutSessionNotFound } from "../../schemas/checkout-sessions.ts";
import { findCheckoutSession } from "./store.ts";
import { type CheckoutSessionView, withUrl } from "./view.ts";

/** Reads a session as of now: due expiries and renewals are applied first. @throws Refusal checkoutSessionNotFound */
export async function loadCheckoutSession(
  parts: Pick<Parts, "db" | "tenant" | "due" | "checkoutUrl">,
  id: string,
): Promise<CheckoutSessionView> {
  const read = async () => {
    const session = await findCheckoutSession(parts.db, id, parts.tenant);
    if (session === null) throw new Refusal(checkoutSessionNotFound);
    return session;
  };
  const session = await upToDate(parts, read, (session) => ({
    checkoutSessions: [session],
    subscriptions: session.subscriptions,
  }));
  return withUrl(parts, session);
}

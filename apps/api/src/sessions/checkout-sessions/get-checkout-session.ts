import { checkoutSessionNotFound } from "../../contract/checkout-sessions.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import { findCheckoutSession } from "./store.ts";
import { type CheckoutSessionView, withUrl } from "./view.ts";

/** The session as of now: one whose time is up is `EXPIRED`, and its subscriptions are renewed. */
export async function getCheckoutSession(parts: Parts, id: string): Promise<CheckoutSessionView> {
  const session = await findCheckoutSession(parts.db, id, parts.tenant);
  if (session === null) throw new Refusal(checkoutSessionNotFound);

  const changed = await bringUpToDate(parts, session);
  return changed ? getCheckoutSession(parts, id) : withUrl(parts, session);
}

import { checkoutSessionNotFound } from "../../contract/checkout-sessions.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { bringUpToDate } from "./bring-up-to-date.ts";
import { findCheckoutSession } from "./store.ts";
import { type CheckoutSessionView, withUrl } from "./view.ts";

/** Reads a session as of now: due expiries and renewals are applied first. */
export async function loadCheckoutSession(parts: Parts, id: string): Promise<CheckoutSessionView> {
  const session = await findCheckoutSession(parts.db, id, parts.tenant);
  if (session === null) throw new Refusal(checkoutSessionNotFound);

  const changed = await bringUpToDate(parts, session);
  return changed ? loadCheckoutSession(parts, id) : withUrl(parts, session);
}

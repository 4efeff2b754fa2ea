import {
  CheckoutSessionWithSubscriptions,
  checkoutSessionNotFound,
} from "../../contract/checkout-sessions.ts";
import type { EventType } from "../../contract/events.ts";
import type { Queryable } from "../../db/client.ts";
import { Refusal } from "../../lib/refusal.ts";
import { everyone } from "../../lib/tenant.ts";
import { recordEvent } from "../../outbox/record-events.ts";
import type { Parts } from "../../ports/parts.ts";
import { findCheckoutSession } from "./store.ts";
import { withUrl } from "./view.ts";

/** Puts a session, as its GET shows it, into the outbox of the transaction that changed it. */
export async function announceCheckoutSession(
  parts: Pick<Parts, "checkoutUrl">,
  tx: Queryable,
  type: EventType & `checkout_session.${string}`,
  id: string,
  now: Date,
): Promise<void> {
  const session = await findCheckoutSession(tx, id, everyone);
  if (session === null) throw new Refusal(checkoutSessionNotFound);
  const checkoutSession = CheckoutSessionWithSubscriptions.parse(withUrl(parts, session));
  await recordEvent({ tx, now }, type, { checkoutSession });
}

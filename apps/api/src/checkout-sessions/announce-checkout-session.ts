import type { Queryable } from "../db/client.ts";
import type { EventType } from "../events/event-types.ts";
import { recordEvent } from "../events/record-events.ts";
import type { Parts } from "../parts.ts";
import { Refusal } from "../shared/refusal.ts";
import { everyone } from "../shared/tenant.ts";
import { checkoutSessionNotFound } from "./errors.ts";
import { CheckoutSessionWithSubscriptions } from "./schema.ts";
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
  await recordEvent(tx, type, { checkoutSession }, now);
}

import {
  CheckoutSessionWithSubscriptions,
  checkoutSessionNotFound,
} from "../../contract/checkout-sessions.ts";
import type { EventType } from "../../contract/events.ts";
import type { InTransaction } from "../../db/client.ts";
import { Refusal } from "../../lib/refusal.ts";
import { everyone } from "../../lib/tenant.ts";
import { recordEvent } from "../../outbox/record-events.ts";
import type { Parts } from "../../ports/parts.ts";
import { findCheckoutSession } from "./store.ts";
import { withUrl } from "./view.ts";

/** Records an event with the session, as its GET shows it, in the transaction that changed it. */
export async function announceCheckoutSession(
  { tx, now, checkoutUrl }: InTransaction & Pick<Parts, "checkoutUrl">,
  type: EventType & `checkout_session.${string}`,
  id: string,
): Promise<void> {
  const session = await findCheckoutSession(tx, id, everyone);
  if (session === null) throw new Refusal(checkoutSessionNotFound);
  const checkoutSession = CheckoutSessionWithSubscriptions.parse(withUrl({ checkoutUrl }, session));
  await recordEvent(tx, type, { checkoutSession }, now);
}

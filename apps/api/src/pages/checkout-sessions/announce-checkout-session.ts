import type { InTransaction } from "../../db/client.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { recordEvent } from "../../outbox/record-events.ts";
import { checkoutSessionNotFound, OneCheckoutSession } from "../../schemas/checkout-sessions.ts";
import type { EventType } from "../../schemas/events.ts";
import { findCheckoutSession } from "./store.ts";
import { withUrl } from "./view.ts";

/** Writes an event with the session, as its GET returns it, to the outbox in the transaction that changed it. */
export async function announceCheckoutSession(
  { tx, now, checkoutUrl }: InTransaction & Pick<Parts, "checkoutUrl">,
  type: EventType & `checkout_session.${string}`,
  id: string,
): Promise<void> {
  const session = await findCheckoutSession(tx, id, everyone);
  if (session === null) throw new Refusal(checkoutSessionNotFound);
  const data = OneCheckoutSession.parse({ checkoutSession: withUrl({ checkoutUrl }, session) });
  await recordEvent({ tx, now }, type, data);
}

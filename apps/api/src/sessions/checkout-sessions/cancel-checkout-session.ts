import { checkoutSessionNotPending } from "../../contract/checkout-sessions.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { announceCheckoutSession } from "./announce-checkout-session.ts";
import { endUnpaid } from "./end-unpaid.ts";
import { getCheckoutSession } from "./get-checkout-session.ts";
import { moveCheckoutSession } from "./store.ts";
import type { CheckoutSessionView } from "./view.ts";

export async function cancelCheckoutSession(
  parts: Parts,
  id: string,
): Promise<CheckoutSessionView> {
  const session = await getCheckoutSession(parts, id);
  if (session.status !== "PENDING") throw new Refusal(checkoutSessionNotPending);
  const { clock, checkoutUrl } = parts;
  const now = clock.now();
  await endUnpaid(parts, session, async (tx) => {
    const moved = await moveCheckoutSession(tx, session.id, "cancel", { updatedAt: now });
    if (!moved) throw new Refusal(checkoutSessionNotPending);
    await announceCheckoutSession(
      { tx, now, checkoutUrl },
      "checkout_session.cancelled",
      session.id,
    );
  });
  return getCheckoutSession(parts, session.id);
}

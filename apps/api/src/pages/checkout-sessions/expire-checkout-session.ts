import type { InTransaction } from "../../db/client.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { announceCheckoutSession } from "./announce-checkout-session.ts";
import { moveCheckoutSession } from "./store.ts";

/** `PENDING` → `EXPIRED`, once `expiresAt` has passed. A session that was paid or cancelled meanwhile stays as it is. */
export async function expireCheckoutSession(
  { tx, now, checkoutUrl }: InTransaction & Pick<Parts, "checkoutUrl">,
  id: string,
): Promise<void> {
  if (await moveCheckoutSession(tx, id, "expire", { updatedAt: now })) {
    await announceCheckoutSession({ tx, now, checkoutUrl }, "checkout_session.expired", id);
  }
}

import type { InTransaction } from "../../db/client.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { startSubscription } from "../../subscriptions/start-subscription.ts";
import { announceCheckoutSession } from "./announce-checkout-session.ts";
import { assignPayer, type CheckoutSessionRow, moveCheckoutSession } from "./store.ts";

interface Completion {
  /** `complete` without a payment on the chain, `pay` by one. */
  readonly trigger: "complete" | "pay";
  readonly transactionHash: string | null;
  /** Called once the session was moved, so that concurrent completions create no user. */
  readonly payer: () => Promise<string>;
}

/**
 * Makes a session `PAID` and starts its one subscription.
 *
 * @returns false when the session was in no state for it
 */
export async function completeSession(
  { tx, now, checkoutUrl }: InTransaction & Pick<Parts, "checkoutUrl">,
  session: CheckoutSessionRow,
  { trigger, transactionHash, payer }: Completion,
): Promise<boolean> {
  const { id } = session;
  if (!(await moveCheckoutSession(tx, id, trigger, { transactionHash, updatedAt: now }))) {
    return false;
  }
  const userId = session.userId ?? (await payer());
  if (session.userId === null) await assignPayer(tx, id, userId);
  await startSubscription({ tx, now }, session, userId);
  await announceCheckoutSession({ tx, now, checkoutUrl }, "checkout_session.paid", id);
  return true;
}

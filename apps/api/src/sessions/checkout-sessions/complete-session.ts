import type { Queryable } from "../../db/client.ts";
import type { Parts } from "../../ports/parts.ts";
import { startSubscription } from "../../subscriptions/start-subscription.ts";
import { announceCheckoutSession } from "./announce-checkout-session.ts";
import { assignPayer, type CheckoutSessionRow, moveCheckoutSession } from "./store.ts";

interface Completion {
  /** By somebody's word, or by a payment that the chain shows. */
  readonly trigger: "complete" | "pay";
  readonly transactionHash: string | null;
  /** Asked once the session is this caller's: whoever comes second makes no user. */
  readonly payer: () => Promise<string>;
}

/**
 * Makes a session `PAID` and starts its one subscription, in the transaction that it is given.
 *
 * @returns false when the session was in no state for it
 */
export async function completeSession(
  { checkoutUrl }: Pick<Parts, "checkoutUrl">,
  tx: Queryable,
  session: CheckoutSessionRow,
  { trigger, transactionHash, payer }: Completion,
  now: Date,
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

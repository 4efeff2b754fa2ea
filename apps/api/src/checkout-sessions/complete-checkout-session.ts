import type { z } from "zod";
import { inTransaction, type Queryable } from "../db/client.ts";
import type { Parts } from "../parts.ts";
import { Refusal } from "../shared/refusal.ts";
import { startSubscription } from "../subscriptions/start-subscription.ts";
import { getUser, identifyUser } from "../users/identify-user.ts";
import { announceCheckoutSession } from "./announce-checkout-session.ts";
import { checkoutSessionNotPending, payerRequired } from "./errors.ts";
import { getCheckoutSession } from "./get-checkout-session.ts";
import type { CheckoutCompletion } from "./schema.ts";
import { assignPayer, moveCheckoutSession } from "./store.ts";
import type { CheckoutSessionView } from "./view.ts";

type Completion = z.output<typeof CheckoutCompletion>;

/**
 * The seller's word that payment is done: the session becomes `PAID` and one `ACTIVE` subscription
 * starts, in one transaction. Done again, or by many at once, it answers the same and starts none.
 */
export async function completeCheckoutSession(
  parts: Parts,
  input: Completion,
): Promise<CheckoutSessionView> {
  const session = await getCheckoutSession(parts, input.checkoutSessionId);
  if (session.status !== "PAID" && !namesPayer(session, input)) throw new Refusal(payerRequired);
  if (session.status === "PENDING") {
    await inTransaction(parts.db, (tx) => complete(parts, tx, session, input));
  }
  const completed = await getCheckoutSession(parts, session.id);
  if (completed.status !== "PAID") throw new Refusal(checkoutSessionNotPending);
  return completed;
}

async function complete(
  parts: Parts,
  tx: Queryable,
  session: CheckoutSessionView,
  input: Completion,
): Promise<void> {
  const now = parts.clock.now();
  const transactionHash = input.transactionHash ?? null;
  const change = { transactionHash, updatedAt: now };
  // Before the payer, so that whoever comes second makes no user.
  if (!(await moveCheckoutSession(tx, session.id, "complete", change))) return;
  const userId = session.userId ?? (await payerOf(parts, tx, input, now));
  await assignPayer(tx, session.id, userId);

  await startSubscription(tx, session, userId, now);
  await announceCheckoutSession(parts, tx, "checkout_session.paid", session.id, now);
}

function namesPayer({ userId }: CheckoutSessionView, input: Completion): boolean {
  return (userId ?? input.userId ?? input.user?.email) !== undefined;
}

async function payerOf(
  { tenant }: Parts,
  tx: Queryable,
  { userId, user }: Completion,
  now: Date,
): Promise<string> {
  if (userId !== undefined) return (await getUser(tx, userId, tenant)).id;
  if (user?.email === undefined) throw new Refusal(payerRequired);
  const { email, name } = user;
  return (await identifyUser(tx, { email, name, role: "PAYER" }, tenant, now)).id;
}

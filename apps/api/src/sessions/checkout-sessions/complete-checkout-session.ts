import type { z } from "zod";
import { getUser, identifyUser } from "../../access/users/identify-user.ts";
import type { CheckoutCompletion } from "../../contract/checkout-sessions.ts";
import { checkoutSessionNotPending, payerRequired } from "../../contract/checkout-sessions.ts";
import type { Queryable } from "../../db/client.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { completeSession } from "./complete-session.ts";
import { endUnpaid } from "./end-unpaid.ts";
import { getCheckoutSession } from "./get-checkout-session.ts";
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
    const transactionHash = input.transactionHash ?? null;
    const now = parts.clock.now();
    await endUnpaid(parts, session, async (tx) => {
      const payer = () => payerOf(parts, tx, input, now);
      const how = { trigger: "complete", transactionHash, payer } as const;
      await completeSession(parts, tx, session, how, now);
    });
  }
  const completed = await getCheckoutSession(parts, session.id);
  if (completed.status !== "PAID") throw new Refusal(checkoutSessionNotPending);
  return completed;
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
  if (userId !== undefined) return (await getUser({ db: tx, tenant }, userId)).id;
  if (user?.email === undefined) throw new Refusal(payerRequired);
  const { email, name } = user;
  return (await identifyUser({ tx, tenant, now }, { email, name, role: "PAYER" })).id;
}

import type { Queryable } from "../db/client.ts";
import { Refusal } from "../shared/refusal.ts";
import { checkoutSessionNotPending } from "./errors.ts";
import { assignPayer, type CheckoutSessionRow, holdPendingSession } from "./store.ts";

/**
 * Holds a session for whoever begins to pay, until the transaction ends: nobody else begins, and nobody
 * ends it meanwhile.
 *
 * @param payer who pays, where the session does not say
 * @returns the user who pays
 */
export async function beginPayment(
  tx: Queryable,
  { id, userId: known }: Pick<CheckoutSessionRow, "id" | "userId">,
  payer: () => Promise<string>,
  now: Date,
): Promise<string> {
  if (!(await holdPendingSession(tx, id, now))) throw new Refusal(checkoutSessionNotPending);
  const userId = known ?? (await payer());
  await assignPayer(tx, id, userId);
  return userId;
}

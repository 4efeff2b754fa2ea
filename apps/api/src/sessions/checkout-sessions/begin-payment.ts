import { checkoutSessionNotPending } from "../../contract/checkout-sessions.ts";
import type { Queryable } from "../../db/client.ts";
import { Refusal } from "../../lib/refusal.ts";
import { holdPendingSession } from "./store.ts";

/**
 * Holds a session for whoever begins to pay, until the transaction ends: nobody else begins, and nobody
 * ends it meanwhile.
 */
export async function beginPayment(tx: Queryable, id: string, now: Date): Promise<void> {
  if (!(await holdPendingSession(tx, id, now))) throw new Refusal(checkoutSessionNotPending);
}

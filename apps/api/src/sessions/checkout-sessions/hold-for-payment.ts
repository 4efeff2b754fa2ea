import { checkoutSessionNotPending } from "../../contract/checkout-sessions.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Writing } from "../../operation/work.ts";
import { holdPendingSession } from "./store.ts";

/** Locks a session until the transaction ends: nobody else can start a payment or end the session meanwhile. */
export async function holdForPayment(
  { tx, now }: Pick<Writing, "tx" | "now">,
  id: string,
): Promise<void> {
  if (!(await holdPendingSession(tx, id, now))) throw new Refusal(checkoutSessionNotPending);
}

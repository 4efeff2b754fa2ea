import type { InTransaction } from "../../db/client.ts";
import { Refusal } from "../../kit/refusal.ts";
import { checkoutSessionNotPending } from "../../schemas/checkout-sessions.ts";
import { holdPendingSession } from "./store.ts";

/** Locks a session until the transaction ends: nobody else can start a payment or end the session meanwhile. */
export async function holdForPayment({ tx, now }: InTransaction, id: string): Promise<void> {
  if (!(await holdPendingSession(tx, id, now))) throw new Refusal(checkoutSessionNotPending);
}

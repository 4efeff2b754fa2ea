import type { InTransaction } from "../db/client.ts";
import type { Parts } from "../operation/ports/parts.ts";
import { refuseWithin } from "./engine/commit-outcomes.ts";
import { findUnsentCollections } from "./store.ts";

/**
 * Gives up the collections of a subscription's invoices that were not sent yet, in the transaction that revokes its
 * spending cap. Those that were sent are decided by the chain.
 */
export async function endCollections(
  at: InTransaction & Pick<Parts, "log" | "tally" | "paymentRefunds">,
  subscriptionId: string,
): Promise<void> {
  for (const { id, invoiceId } of await findUnsentCollections(at.tx, subscriptionId)) {
    await refuseWithin(at, id, "The subscriber has revoked the spending cap.");
    await at.paymentRefunds.end(at, invoiceId);
  }
}

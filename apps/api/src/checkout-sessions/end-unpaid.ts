import { inTransaction, type Queryable } from "../db/client.ts";
import { findHeldInvoice, peekInvoice } from "../invoices/get-invoice.ts";
import { voidInvoice } from "../invoices/void-invoice.ts";
import type { Parts } from "../parts.ts";
import { hasLiveSettlement } from "../settlements/live-settlement.ts";
import { Refusal } from "../shared/refusal.ts";
import { everyone } from "../shared/tenant.ts";
import { dropSpendingCap } from "../spending-caps/keep-spending-cap.ts";
import { paymentInProgress } from "./errors.ts";
import type { CheckoutSessionView } from "./view.ts";

/**
 * Ends a session otherwise than by a payment on its page, in one transaction. What was due there is due
 * no more; a payment under way is left to itself, since its money may have moved already.
 *
 * @param end what ends it, by a compare-and-set: from then on nobody begins to pay
 */
export async function endUnpaid(
  parts: Parts,
  { id, invoiceId }: Pick<CheckoutSessionView, "id" | "invoiceId">,
  end: (tx: Queryable) => Promise<void>,
): Promise<void> {
  await inTransaction(parts.db, async (tx) => {
    // The invoice before the session, as whoever confirms a payment holds them.
    const invoice = await findHeldInvoice(tx, invoiceId, everyone);
    if (invoice !== null && (await hasLiveSettlement(tx, invoiceId))) {
      throw new Refusal(paymentInProgress);
    }
    if (invoice?.status === "OPEN") await voidInvoice({ ...parts, db: tx }, invoiceId);
    await end(tx);
    await dropSpendingCap(tx, id);
    const isLate = invoice === null && (await peekInvoice(tx, invoiceId)) !== null;
    if (isLate) throw new Refusal(paymentInProgress); // somebody has just begun to pay
  });
}

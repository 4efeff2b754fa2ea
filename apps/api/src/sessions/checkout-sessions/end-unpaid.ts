import { findHeldInvoice, peekInvoice } from "../../billing/invoices/get-invoice.ts";
import { closeUnbilled, voidInvoice } from "../../billing/invoices/void-invoice.ts";
import { displaceAttempt } from "../../billing/settlements/attempts.ts";
import { findLive, isUnsent } from "../../billing/settlements/live-settlements.ts";
import { dropSpendingCap } from "../../billing/spending-caps/keep-spending-cap.ts";
import { paymentInProgress } from "../../contract/checkout-sessions.ts";
import { inTransaction, type Queryable } from "../../db/client.ts";
import { Refusal } from "../../lib/refusal.ts";
import { everyone } from "../../lib/tenant.ts";
import type { Parts } from "../../ports/parts.ts";
import type { CheckoutSessionView } from "./view.ts";

/**
 * Ends a session otherwise than by a payment on its page, in one transaction. What was due there is due
 * no more. A payment that is in no transaction yet is given up; one that is, is left to itself, since its
 * money may have moved already.
 *
 * @param end what ends it, by a compare-and-set: from then on nobody begins to pay
 */
export async function endUnpaid(
  parts: Parts,
  { id, invoiceId }: Pick<CheckoutSessionView, "id" | "invoiceId">,
  end: (tx: Queryable) => Promise<void>,
): Promise<void> {
  const { clock, log, tally } = parts;
  await inTransaction(parts.db, async (tx) => {
    // The invoice before the session, as whoever confirms a payment holds them.
    const invoice = await findHeldInvoice({ tx, tenant: everyone }, invoiceId);
    const live = invoice === null ? [] : await findLive({ db: tx }, invoiceId);
    if (!live.every(isUnsent)) throw new Refusal(paymentInProgress);
    const at = { tx, now: clock.now(), log, tally };
    for (const one of live) await displaceAttempt(at, one, "The seller ended the checkout.");
    if (invoice?.status === "OPEN") {
      if (invoice.userId === null) await closeUnbilled({ tx, now: parts.clock.now() }, invoiceId);
      else await voidInvoice({ ...parts, db: tx }, invoiceId);
    }
    await end(tx);
    await dropSpendingCap({ tx }, id);
    const isLate = invoice === null && (await peekInvoice({ db: tx }, invoiceId)) !== null;
    if (isLate) throw new Refusal(paymentInProgress); // somebody has just begun to pay
  });
}

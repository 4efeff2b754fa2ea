import { findHeldInvoice, peekInvoice } from "../../invoices/invoice-records.ts";
import { closeUnbilled, voidUnpaid } from "../../invoices/void-invoice.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import type { Writing } from "../../operation/work.ts";
import { paymentInProgress } from "../../schemas/checkout-sessions.ts";
import { dropSpendingCap } from "../../settlements/spending-caps/keep-spending-cap.ts";
import type { CheckoutSessionView } from "./view.ts";

type EndParts = Pick<
  Writing,
  | "db"
  | "tx"
  | "now"
  | "tenant"
  | "due"
  | "log"
  | "tally"
  | "endAttempts"
  | "paymentRefunds"
  | "checkoutUrl"
  | "emails"
>;

/**
 * Ends a session by something other than a payment on its page. It voids what was due there and drops a payment that
 * was not sent yet. It refuses to end a session whose payment was sent, since the money may have moved already.
 *
 * @param end moves the session by compare-and-set; from then on nobody can start a payment
 */
export async function endUnpaid(
  work: EndParts,
  { id, invoiceId }: Pick<CheckoutSessionView, "id" | "invoiceId">,
  end: () => Promise<void>,
): Promise<void> {
  const { tx } = work;
  // The invoice is locked before the session, in the same order as by the confirmation of a payment.
  const invoice = await findHeldInvoice({ tx, tenant: everyone }, invoiceId);
  const isEnded = await work.endAttempts(work, invoiceId, "The seller ended the checkout.");
  if (!isEnded) throw new Refusal(paymentInProgress);
  if (invoice?.status === "OPEN") {
    if (invoice.userId === null) await closeUnbilled(work, invoiceId);
    else await voidUnpaid(work, invoiceId);
  }
  await end();
  await dropSpendingCap({ tx }, id);
  const isLate = invoice === null && (await peekInvoice({ db: tx }, invoiceId)) !== null;
  if (isLate) throw new Refusal(paymentInProgress); // a payment has started meanwhile
}

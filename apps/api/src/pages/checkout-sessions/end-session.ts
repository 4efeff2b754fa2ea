import type { InTransaction } from "../../db/client.ts";
import { voidUnpaid } from "../../invoices/end-invoice.ts";
import { findHeldInvoice, peekInvoice } from "../../invoices/invoice-records.ts";
import { moveInvoice } from "../../invoices/store.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import type { Links } from "../../operation/ports/parts.ts";
import type { Writing } from "../../operation/work.ts";
import { paymentInProgress } from "../../schemas/checkout-sessions.ts";
import { deleteSpendingCaps } from "../../settlements/spending-caps/store.ts";
import { startSubscription } from "../../subscriptions/start-subscription.ts";
import { announceCheckoutSession, type CheckoutSessionView } from "./load-checkout-session.ts";
import { assignPayer, type CheckoutSessionRow, moveCheckoutSession } from "./store.ts";

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
    // Callers have not seen an invoice without a user, so no event reports that it is void.
    if (invoice.userId === null) await moveInvoice(tx, invoiceId, "void", { updatedAt: work.now });
    else await voidUnpaid(work, invoiceId);
  }
  await end();
  await deleteSpendingCaps(tx, id);
  const isLate = invoice === null && (await peekInvoice({ db: tx }, invoiceId)) !== null;
  if (isLate) throw new Refusal(paymentInProgress); // a payment has started meanwhile
}

/** `PENDING` → `EXPIRED`, once `expiresAt` has passed. A session that was paid or cancelled meanwhile stays as it is. */
export async function expireCheckoutSession(
  { tx, now, checkoutUrl }: InTransaction & Links,
  id: string,
): Promise<void> {
  if (await moveCheckoutSession(tx, id, "expire", { updatedAt: now })) {
    await announceCheckoutSession({ tx, now, checkoutUrl }, "checkout_session.expired", id);
  }
}

interface Completion {
  /** `complete` without a payment on the chain, `pay` by one. */
  readonly trigger: "complete" | "pay";
  readonly transactionHash: string | null;
  /** Called once the session was moved, so that concurrent completions create no user. */
  readonly payer: () => Promise<string>;
}

/**
 * Makes a session `PAID` and starts its one subscription.
 *
 * @returns false when its state does not allow that
 */
export async function completeSession(
  { tx, now, checkoutUrl }: InTransaction & Links,
  session: CheckoutSessionRow,
  { trigger, transactionHash, payer }: Completion,
): Promise<boolean> {
  const { id } = session;
  if (!(await moveCheckoutSession(tx, id, trigger, { transactionHash, updatedAt: now }))) {
    return false;
  }
  const userId = session.userId ?? (await payer());
  if (session.userId === null) await assignPayer(tx, id, userId);
  await startSubscription({ tx, now }, session, userId);
  await announceCheckoutSession({ tx, now, checkoutUrl }, "checkout_session.paid", id);
  return true;
}

import {
  ConflictError,
  IdempotencyMismatchError,
  type Subscription,
  type UsanceClient,
} from "@usance/sdk";
import type { DrawnUpBill } from "./draw-up-bill.ts";
import { type Bill, type Ledger, readLedger } from "./ledger.ts";
import type { Period } from "./periods.ts";

/*
 * One invoice per subscription and period, with any number of billers, of which any may be killed anywhere:
 *
 * 1. The invoice begins as a draft, which nobody owes. Its Idempotency-Key is made of the subscription and the period's
 *    end, so for 24 hours there is one draft.
 * 2. Then all invoices of the subscription are read again. Of those that state the period, one counts (ledger.ts):
 *    every biller picks the same. That one is finalized, and other drafts are voided.
 */

/** Creates the draft of a bill. @returns the ledger with it */
export async function createDraft(
  usance: UsanceClient,
  subscription: Subscription,
  { to }: Period,
  { amount, lines }: DrawnUpBill,
): Promise<Ledger> {
  const { id: subscriptionId, serviceId, paymentPlanId, userId } = subscription;
  const of = { serviceId, paymentPlanId, userId, subscriptionId };
  const idempotencyKey = `bill:${subscriptionId}:${to}`;
  try {
    await usance.invoices.create(
      { ...of, amount, lines: [...lines], status: "DRAFT" },
      { idempotencyKey },
    );
  } catch (error) {
    // Another biller has drawn up the same bill, before or after more usage arrived: its draft counts.
    if (!(error instanceof IdempotencyMismatchError || isStillRunning(error))) throw error;
  }
  return readLedger(usance, subscriptionId);
}

const isStillRunning = (error: unknown) =>
  error instanceof ConflictError && error.code === "idempotent_request_running";

/**
 * Finalizes the bill that counts for a period, if it is a draft, and voids other drafts of the period.
 *
 * @param ledger read after the draft was created
 */
export async function openBill(
  { invoices }: UsanceClient,
  { invoice, of }: Bill,
  { others }: Ledger,
): Promise<void> {
  if (invoice.status === "DRAFT") {
    const { id: invoiceId } = invoice;
    await unlessMoved(invoices.finalize({ invoiceId }, { idempotencyKey: `open:${invoiceId}` }));
  }
  for (const { of: stated, invoice: other } of others) {
    if (stated.from !== of.from || other.status !== "DRAFT") continue;
    await unlessMoved(invoices.void({ invoiceId: other.id }));
  }
}

/** Another biller, or the seller, may have been faster. */
async function unlessMoved(moved: Promise<unknown>): Promise<void> {
  try {
    await moved;
  } catch (error) {
    if (!(error instanceof ConflictError && error.code === "invoice_cannot_move")) throw error;
  }
}

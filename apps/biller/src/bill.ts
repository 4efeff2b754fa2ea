import { ConflictError, type UpcomingInvoice, type UsanceClient } from "@usance/sdk";

/*
 * The service says what the next bill of a subscription is. Each bill has a number, which only one call can take. So several
 * billers can run, and each can be killed at any point: one makes the bill, and the others ask for the next one.
 */

export interface BillTerms {
  readonly usance: UsanceClient;
  /** How long after the end of a period its usage may still arrive before it is billed, in seconds. */
  readonly graceSeconds: number;
  /** Less than this is carried forward to the next bill, in USDC. Default: the service's. */
  readonly leastAmount?: string | undefined;
}

/** @returns null if no rate card prices the subscription */
export async function nextBill(
  { usance, graceSeconds, leastAmount }: BillTerms,
  subscriptionId: string,
  ahead = 0,
): Promise<UpcomingInvoice | null> {
  try {
    return await usance.subscriptions.upcomingInvoice({
      subscriptionId,
      graceSeconds,
      leastAmount,
      ahead,
    });
  } catch (error) {
    if (isConflict(error, "no_rate_card_in_effect")) return null;
    throw error;
  }
}

/**
 * Makes the invoice of a bill that is due, or gives back what a subscriber is owed after the end.
 *
 * @returns what was done; null: nothing. Another biller may have been faster, so ask for the next bill in any case
 */
export async function makeBill(
  { usance }: Pick<BillTerms, "usance">,
  bill: UpcomingInvoice,
): Promise<string | null> {
  const { status, billNumber, correction, serviceId, paymentPlanId, userId, subscriptionId } = bill;
  if (status === "DUE") {
    const { amount, lines, periodStart, periodEnd, usageHash } = bill;
    const of = { serviceId, paymentPlanId, userId, subscriptionId };
    const billed = { amount, lines, billNumber, periodStart, periodEnd };
    const invoice = await unlessFaster(
      usance.invoices.create({
        ...of,
        ...billed,
        ...(usageHash !== null && { usageHash }),
        status: "OPEN",
      }),
    );
    return invoice && `${amount} USDC, invoice ${invoice.id} is OPEN: ${invoice.url}`;
  }
  if (correction === null) return null;
  const { action, invoiceId, amount } = correction;
  if (action === "VOID") {
    const voided = await unlessFaster(usance.invoices.void({ invoiceId }));
    return voided && `invoice ${invoiceId} of ${amount} USDC is VOID: it is not owed`;
  }
  const reason = "Usage that was billed too much";
  const creditNote = await unlessFaster(
    usance.creditNotes.create({ invoiceId, amount, reason, billNumber }),
  );
  return creditNote && `${amount} USDC are owed, credit note ${creditNote.id} can be refunded`;
}

/** Whether there is something to do about a bill now. */
export const isToMake = ({ status, correction }: UpcomingInvoice): boolean =>
  status === "DUE" || correction !== null;

/** Another biller or the seller may have been faster, and so may usage that arrived late. */
async function unlessFaster<Done>(done: Promise<Done>): Promise<Done | null> {
  try {
    return await done;
  } catch (error) {
    if (faster.some((code) => isConflict(error, code))) return null;
    throw error;
  }
}

const faster = ["bill_number_taken", "invoice_cannot_move", "usage_changed"];

const isConflict = (error: unknown, code: string) =>
  error instanceof ConflictError && error.code === code;

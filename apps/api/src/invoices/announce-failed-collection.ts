import { recordEvent } from "../outbox/record-events.ts";
import { writeEmails } from "../outbox/write-emails.ts";
import { InvoiceSummary } from "../schemas/invoices.ts";
import type { AnnounceParts } from "./announce-invoice.ts";
import { shownInvoice } from "./shown-invoice.ts";
import { findInvoiceSummaries } from "./store.ts";

/** Collections of an invoice may fail every day. Its subscriber gets one e-mail in this time, in milliseconds: 60 hours. */
const quietMs = 60 * 3_600_000;

/** Why an invoice was not collected. */
export interface FailedCollection {
  /** The settlement that failed; null when none was created. */
  readonly settlementId: string | null;
  /** The reason, as a sentence. */
  readonly failure: string;
}

/**
 * Reports that the collection of an invoice under its spending cap failed, in the transaction that stores the failure. An
 * invoice that is no longer open was paid in another way, or needs no payment: nothing is reported.
 */
export async function announceFailedCollection(
  { tx, now, checkoutUrl, emails }: AnnounceParts,
  id: string,
  { settlementId, failure }: FailedCollection,
): Promise<void> {
  const [invoice] = await findInvoiceSummaries(tx, [id]);
  if (invoice?.status !== "OPEN") return;
  const { createdAt, collectAt } = invoice;
  await recordEvent({ tx, now }, "invoice.payment_failed", {
    invoice: InvoiceSummary.parse(shownInvoice({ checkoutUrl }, invoice)),
    collection: { settlementId, failure, nextAttemptAt: collectAt?.toISOString() ?? null },
  });
  if (emails === null) return;
  const period = Math.floor((now.getTime() - createdAt.getTime()) / quietMs);
  await writeEmails({ tx, now }, "invoice.payment_failed", [
    { invoiceId: id, once: `${id} ${period}` },
  ]);
}

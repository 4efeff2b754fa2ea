import type { InTransaction } from "../db/client.ts";
import type { Notices } from "../operation/ports/parts.ts";
import { recordEvent, recordEvents, writeEmails } from "../outbox/record-events.ts";
import type { EventType } from "../schemas/events.ts";
import { InvoiceSummary } from "../schemas/invoices.ts";
import { shownInvoice } from "./invoice-records.ts";
import { findInvoiceSummaries, type InvoiceSummaryRow } from "./store.ts";

/**
 * Writes the e-mails about invoices that were opened or paid; other events have none. An invoice that is collected under
 * a spending cap is not due from its subscriber: its e-mail is the receipt, or says that the collection failed.
 */
async function writeInvoiceEmails(
  at: InTransaction,
  type: EventType,
  invoices: readonly InvoiceSummaryRow[],
): Promise<void> {
  if (type !== "invoice.opened" && type !== "invoice.paid") return;
  const told = invoices.filter(
    ({ amount, collectAt }) => type === "invoice.paid" || (collectAt === null && amount.gt(0)),
  );
  await writeEmails(
    at,
    type,
    told.map(({ id }) => ({ invoiceId: id, once: id })),
  );
}

/** The transaction, what an invoice's `url` is made of, and whether e-mails are written. */
export type AnnounceParts = InTransaction & Notices;

type InvoiceEventType = Exclude<EventType & `invoice.${string}`, "invoice.payment_failed">;

/**
 * Records an event for each invoice, as lists show it, and writes the e-mails about it, in the transaction that changed
 * them. An invoice without a user gets neither, because its checkout payment is not confirmed.
 */
export async function announceInvoices(
  { tx, now, checkoutUrl, emails }: AnnounceParts,
  type: InvoiceEventType,
  ids: readonly string[],
): Promise<void> {
  const invoices = await findInvoiceSummaries(tx, ids);
  const shown = invoices.map((invoice) => ({
    invoice: InvoiceSummary.parse(shownInvoice({ checkoutUrl }, invoice)),
  }));
  await recordEvents({ tx, now }, type, shown);
  if (emails !== null) await writeInvoiceEmails({ tx, now }, type, invoices);
}

/** The same as `announceInvoices` for one invoice. */
export function announceInvoice(
  parts: AnnounceParts,
  type: InvoiceEventType,
  id: string,
): Promise<void> {
  return announceInvoices(parts, type, [id]);
}

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

import type { InTransaction } from "../db/client.ts";
import { writeEmails } from "../outbox/write-emails.ts";
import type { EventType } from "../schemas/events.ts";
import type { InvoiceSummaryRow } from "./store.ts";

/**
 * Writes the e-mails about invoices that were opened or paid; other events have none. An invoice that is collected under
 * a spending cap is not due from its subscriber: its e-mail is the receipt, or says that the collection failed.
 */
export async function writeInvoiceEmails(
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

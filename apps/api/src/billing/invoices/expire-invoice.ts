import { type AnnounceParts, announceInvoice } from "./announce-invoice.ts";
import { moveInvoice } from "./store.ts";

export { findInvoicesPastDue } from "./store.ts";

/**
 * `OPEN` → `EXPIRED`, for an invoice whose `dueAt` has passed. An invoice that was paid or voided in the meantime is
 * not changed.
 */
export async function expireInvoice(parts: AnnounceParts, id: string): Promise<void> {
  const { tx, now } = parts;
  if (await moveInvoice(tx, id, "expire", { updatedAt: now })) {
    await announceInvoice(parts, "invoice.expired", id);
  }
}

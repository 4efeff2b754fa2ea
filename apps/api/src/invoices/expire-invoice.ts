import type { Parts } from "../operation/ports/parts.ts";
import { type AnnounceParts, announceInvoice } from "./announce-invoice.ts";
import { moveInvoice } from "./store.ts";

/**
 * `OPEN` → `EXPIRED`, for an invoice whose `dueAt` has passed. An invoice that was paid or voided in the meantime is
 * not changed.
 */
export async function expireInvoice(
  parts: AnnounceParts & Pick<Parts, "paymentRefunds">,
  id: string,
): Promise<void> {
  const { tx, now, paymentRefunds } = parts;
  if (!(await moveInvoice(tx, id, "expire", { updatedAt: now }))) return;
  await announceInvoice(parts, "invoice.expired", id);
  await paymentRefunds.end(parts, id);
}

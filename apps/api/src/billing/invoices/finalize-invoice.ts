import { invoiceCannotMove } from "../../contract/invoices.ts";
import { inTransaction } from "../../db/client.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { announceInvoice } from "./announce-invoice.ts";
import { getInvoice } from "./get-invoice.ts";
import { type InvoiceRow, moveInvoice } from "./store.ts";

/** `DRAFT` → `OPEN`: payment is due from now on. */
export async function finalizeInvoice(
  parts: Pick<Parts, "db" | "tenant" | "due" | "clock">,
  id: string,
): Promise<InvoiceRow> {
  await getInvoice(parts, id);
  const now = parts.clock.now();
  const moved = await inTransaction(parts.db, async (tx) => {
    if (!(await moveInvoice(tx, id, "finalize", { updatedAt: now }))) return false;
    await announceInvoice({ tx, now }, "invoice.opened", id);
    return true;
  });
  const invoice = await getInvoice(parts, id);
  if (!moved) throw new Refusal(invoiceCannotMove(invoice.status, "OPEN"));
  return invoice;
}

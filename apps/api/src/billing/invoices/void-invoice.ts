import { invoiceCannotMove } from "../../contract/invoices.ts";
import { settlementInProgress } from "../../contract/settlements.ts";
import { inTransaction } from "../../db/client.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { announceInvoice } from "./announce-invoice.ts";
import { findHeldInvoice, getInvoice } from "./get-invoice.ts";
import { type InvoiceRow, moveInvoice } from "./store.ts";

/** Closes an invoice that bills nobody, in the transaction that ends its checkout: nobody is told of it. */
export async function closeUnbilled({ db, clock }: Parts, id: string): Promise<void> {
  await moveInvoice(db, id, "void", { updatedAt: clock.now() });
}

/**
 * `DRAFT` or `OPEN` → `VOID`: nothing is due any more. Refused while a settlement is under way,
 * since the chain may yet record it: a void invoice is never paid.
 */
export async function voidInvoice(parts: Parts, id: string): Promise<InvoiceRow> {
  await getInvoice(parts, id);
  const now = parts.clock.now();
  const moved = await inTransaction(parts.db, async (tx) => {
    const invoice = await findHeldInvoice(tx, id, parts.tenant);
    if (invoice?.status === "OPEN" && (await parts.hasLiveSettlement({ db: tx }, id))) {
      throw new Refusal(settlementInProgress);
    }
    if (!(await moveInvoice(tx, id, "void", { updatedAt: now }))) return false;
    await announceInvoice(tx, "invoice.voided", id, now);
    return true;
  });
  const invoice = await getInvoice(parts, id);
  if (!moved) throw new Refusal(invoiceCannotMove(invoice.status, "VOID"));
  return invoice;
}

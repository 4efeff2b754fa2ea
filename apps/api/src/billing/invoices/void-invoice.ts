import { invoiceCannotMove } from "../../contract/invoices.ts";
import { settlementInProgress } from "../../contract/settlements.ts";
import { type InTransaction, inTransaction } from "../../db/client.ts";
import { Refusal } from "../../lib/refusal.ts";
import type { Parts } from "../../ports/parts.ts";
import { announceInvoice } from "./announce-invoice.ts";
import { findHeldInvoice, getInvoice } from "./get-invoice.ts";
import { type InvoiceRow, moveInvoice } from "./store.ts";

/** Closes an invoice that bills nobody, in the transaction that ends its checkout. It has no event. */
export async function closeUnbilled({ tx, now }: InTransaction, id: string): Promise<void> {
  await moveInvoice(tx, id, "void", { updatedAt: now });
}

/**
 * `DRAFT` or `OPEN` → `VOID`: it can never be paid. Refused while a settlement is under way, since the chain
 * may still record it.
 */
export async function voidInvoice(
  parts: Pick<Parts, "db" | "tenant" | "due" | "clock" | "hasLiveSettlement">,
  id: string,
): Promise<InvoiceRow> {
  await getInvoice(parts, id);
  const now = parts.clock.now();
  const moved = await inTransaction(parts.db, async (tx) => {
    const invoice = await findHeldInvoice({ tx, tenant: parts.tenant }, id);
    if (invoice?.status === "OPEN" && (await parts.hasLiveSettlement({ db: tx }, id))) {
      throw new Refusal(settlementInProgress);
    }
    if (!(await moveInvoice(tx, id, "void", { updatedAt: now }))) return false;
    await announceInvoice({ tx, now }, "invoice.voided", id);
    return true;
  });
  const invoice = await getInvoice(parts, id);
  if (!moved) throw new Refusal(invoiceCannotMove(invoice.status, "VOID"));
  return invoice;
}

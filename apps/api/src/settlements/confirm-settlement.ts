import type { RecordedAt } from "../chain/settlement-chain.ts";
import { inTransaction } from "../db/client.ts";
import { holdInvoice } from "../invoices/get-invoice.ts";
import { payInvoice } from "../invoices/pay-invoice.ts";
import type { Parts } from "../parts.ts";
import { announceSettlement } from "./announce-settlement.ts";
import { moveSettlement, type SettlementRow } from "./store.ts";

/** The event was seen: `CONFIRMED`, the invoice `PAID`, and both announced, in one commit. */
export function confirmSettlement(
  parts: Parts,
  { id, invoiceId }: SettlementRow,
  at: RecordedAt,
): Promise<void> {
  const now = parts.clock.now();
  return inTransaction(parts.db, async (tx) => {
    await holdInvoice(tx, invoiceId); // before the settlement's row, as whoever submits one does
    const change = { ...at, failure: null, confirmedAt: now, updatedAt: now };
    if (!(await moveSettlement(tx, id, "confirm", change))) return;
    await payInvoice(tx, invoiceId, now);
    await announceSettlement(tx, "settlement.confirmed", id, now);
  });
}

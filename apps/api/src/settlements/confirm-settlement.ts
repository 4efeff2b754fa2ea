import type { RecordedAt } from "../chain/settlement-chain.ts";
import { inTransaction } from "../db/client.ts";
import { holdInvoice } from "../invoices/get-invoice.ts";
import { payInvoice, reopenInvoice } from "../invoices/pay-invoice.ts";
import type { Parts } from "../parts.ts";
import { announceSettlement } from "./announce-settlement.ts";
import { lookAt } from "./looks.ts";
import { moveSettlement, type TrackedSettlement } from "./store.ts";

/** The event was seen: `CONFIRMED`, the invoice `PAID`, and both announced, in one commit. */
export function confirmSettlement(
  parts: Parts,
  { id, invoiceId }: TrackedSettlement,
  at: RecordedAt,
  { final }: { readonly final: boolean },
): Promise<void> {
  const now = parts.clock.now();
  return inTransaction(parts.db, async (tx) => {
    await holdInvoice(tx, invoiceId); // before the settlement's row, as whoever submits one does
    const moved = await moveSettlement(tx, id, "confirm", {
      ...at,
      failure: null,
      confirmedAt: now,
      nextLookAt: final ? null : lookAt("CONFIRMED", now),
      updatedAt: now,
    });
    if (!moved) return;
    await payInvoice(tx, invoiceId, now);
    await announceSettlement(tx, "settlement.confirmed", id, now);
  });
}

/**
 * A reorganisation has taken the event back: `SUBMITTED` again, the invoice `OPEN`, and both
 * announced, in one commit. Its bytes are sent again, so it is confirmed once more in all
 * likelihood.
 */
export function takeBackSettlement(
  parts: Parts,
  { id, invoiceId, blockNumber, transactionHash }: TrackedSettlement,
): Promise<void> {
  const now = parts.clock.now();
  return inTransaction(parts.db, async (tx) => {
    await holdInvoice(tx, invoiceId);
    const moved = await moveSettlement(tx, id, "reorg", {
      blockNumber: null,
      blockHash: null,
      logIndex: null,
      confirmedAt: null,
      nextLookAt: now,
      updatedAt: now,
    });
    if (!moved) return;
    await reopenInvoice(tx, invoiceId, now);
    await announceSettlement(tx, "settlement.reorged", id, now);
    const what = { settlementId: id, invoiceId, blockNumber: String(blockNumber), transactionHash };
    parts.log.error(what, "ALARM: a reorganisation has taken a confirmed settlement back");
  });
}

import type { InTransaction } from "../db/client.ts";
import type { Parts } from "../ports/parts.ts";
import type { PaymentRefunds } from "../ports/payment-refunds.ts";
import { announceCreditNote } from "./announce-credit-note.ts";
import { findBalanceRefunds, moveCreditNote, moveRefund } from "./store.ts";

/**
 * Undoes and restores refunds to balances with the payments that they give back. balances/top-ups.ts does it for their credits.
 */
export function followPayments(parts: Pick<Parts, "checkoutUrl" | "emails">): PaymentRefunds {
  const move = async (
    at: InTransaction,
    invoiceIds: readonly string[],
    trigger: "reorg" | "confirm",
  ) => {
    const isUndone = trigger === "reorg";
    const status = isUndone ? "CONFIRMED" : "PENDING";
    for (const { id, creditNoteId } of await findBalanceRefunds(at.tx, invoiceIds, status)) {
      const change = { confirmedAt: isUndone ? null : at.now };
      const isMoved =
        (await moveRefund(at, id, trigger, change)) &&
        (await moveCreditNote(at, creditNoteId, trigger));
      if (!isMoved) throw new Error("The lock on the invoice keeps its refunds as they are.");
      const type = isUndone ? "credit_note.refund_reorged" : "credit_note.refunded";
      await announceCreditNote({ ...parts, ...at }, type, creditNoteId);
    }
  };
  return {
    takeBack: (at, invoiceId) => move(at, [invoiceId], "reorg"),
    restore: (at, invoiceIds) => move(at, invoiceIds, "confirm"),
  };
}

import { giveBackPayments, lockInvoicePayments } from "../../balances/invoice-payments.ts";
import type { InTransaction } from "../../db/client.ts";
import { peekInvoice } from "../../invoices/invoice-records.ts";
import type { PaymentRefunds } from "../../operation/ports/after-payment.ts";
import type { Notices } from "../../operation/ports/parts.ts";
import { hasLiveSettlement } from "../load-settlement.ts";
import { announceCreditNote } from "./credit-notes.ts";
import { findBalanceRefunds, lockUndoneRefunds, moveCreditNote, moveRefund } from "./store.ts";

/** Why a refund to a balance has failed. */
const undone =
  "A reorganization of the chain undid the payment, and the invoice was not paid again.";

/**
 * Undoes, restores and ends refunds to balances with the payments that they give back. balances/top-ups.ts does it for
 * their credits. What was paid from a balance of an invoice that can no longer be paid is given back.
 */
export function followPayments(parts: Notices): PaymentRefunds {
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
    end: async (at, invoiceId) => {
      const { tx } = at;
      // Locked first: if an expiry and a failure meet, the second of them sees what the first has done.
      const refunds = await lockUndoneRefunds(tx, invoiceId);
      const payments = await lockInvoicePayments(tx, invoiceId);
      if (refunds.length === 0 && payments.length === 0) return;
      const status = (await peekInvoice({ db: tx }, invoiceId))?.status;
      const isPayable = status !== "VOID" && status !== "EXPIRED";
      if (isPayable || (await hasLiveSettlement({ db: tx }, invoiceId))) return;
      await giveBackPayments(at, invoiceId, payments);
      for (const { id, creditNoteId } of refunds) {
        const isMoved =
          (await moveRefund(at, id, "fail", { failure: undone })) &&
          (await moveCreditNote(at, creditNoteId, "fail"));
        if (!isMoved) throw new Error("The lock on the refund keeps it as it is.");
        await announceCreditNote({ ...parts, ...at }, "credit_note.refund_failed", creditNoteId);
      }
    },
  };
}

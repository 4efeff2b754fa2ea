import { findHeldInvoice } from "../../invoices/invoice-records.ts";
import { Refusal } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import type { Writing } from "../../operation/work.ts";
import {
  creditNoteNotFound,
  creditNoteNotRefundable,
  NewRefund,
  noBalanceToRefund,
  OneCreditNote,
  paymentNotConfirmed,
  walletNotRefundable,
} from "../../schemas/credit-notes.ts";
import { chainDoesNotAnswer } from "../../schemas/settlements.ts";
import { loadCreditNote, loadCreditNoteRow } from "./load-credit-note.ts";
import { refundToBalance } from "./refund-to-balance.ts";
import { refundToWallet, requireRefundable } from "./refund-to-wallet.ts";

export const refundCreditNote = write("POST /credit-notes/{creditNoteId}/refund", {
  name: "creditNotes.refund",
  summary: "Refund a credit note",
  description:
    "Refunds the amount of an `ISSUED` credit note, once. A refund to the subscriber's prepaid balance is credited immediately, as credit that does not expire. For a refund to the wallet that paid the invoice, your own wallet pays: open the refund's `url` within a day and pay there. The service watches the chain, and the credit note becomes `REFUNDED` once the contract's event `RefundRecorded` is confirmed. The invoice stays `PAID`. The events `credit_note.refunded` and `credit_note.refund_failed` report the result.",
  refusals: {
    creditNoteNotFound,
    creditNoteNotRefundable: creditNoteNotRefundable("REFUNDED"),
    paymentNotConfirmed,
    noBalanceToRefund,
    walletNotRefundable,
    chainDoesNotAnswer,
  },
  transaction: "own",
  input: NewRefund,
  output: OneCreditNote,
  run: async (work, { creditNoteId, to }) => {
    const { invoiceId, status } = await loadCreditNoteRow(work, creditNoteId);
    // The chain is asked before the transaction. Whether the credit note can be refunded is decided inside.
    const payment =
      to === "WALLET" && status === "ISSUED" ? await requireRefundable(work, invoiceId) : null;
    const { creditNote } = await work.commit(async (inside) => {
      const held = await holdRefundable(inside, creditNoteId, invoiceId);
      if (to === "BALANCE") await refundToBalance(inside, held);
      else if (payment === null) throw new Refusal(creditNoteNotRefundable(status));
      else await refundToWallet(inside, held, payment);
      return { creditNote: { id: held.id, serviceId: held.serviceId } };
    });
    return { creditNote: await loadCreditNote(work, creditNote.id) };
  },
});

/** Locks the invoice, so that no reorganization takes its payment back meanwhile, and no other call refunds it. */
async function holdRefundable(
  { tx, tenant }: Pick<Writing, "tx" | "tenant">,
  creditNoteId: string,
  invoiceId: string,
) {
  const invoice = await findHeldInvoice({ tx, tenant }, invoiceId);
  const creditNote = await loadCreditNoteRow({ db: tx, tenant }, creditNoteId);
  const { status } = creditNote;
  if (status !== "ISSUED") throw new Refusal(creditNoteNotRefundable(status));
  if (invoice?.status !== "PAID") throw new Refusal(paymentNotConfirmed);
  return creditNote;
}

import { findBalanceOf } from "../../balances/find-balance.ts";
import { giveCredit } from "../../balances/give-credit.ts";
import { newId } from "../../kit/ids.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { Writing } from "../../operation/work.ts";
import { noBalanceToRefund } from "../../schemas/credit-notes.ts";
import { announceCreditNote } from "./announce-credit-note.ts";
import { type CreditNoteRow, insertRefund, moveCreditNote } from "./store.ts";

/**
 * Credits the amount of a credit note to the subscriber's balance, in a transaction that holds the invoice.
 *
 * @throws Refusal 409 when the subscriber has no balance for the service
 */
export async function refundToBalance(
  { tx, time, checkoutUrl, emails }: Pick<Writing, "tx" | "time" | "checkoutUrl" | "emails">,
  creditNote: CreditNoteRow,
): Promise<void> {
  const { id, amount, reason, serviceId, userId, invoiceId } = creditNote;
  const balanceId = await findBalanceOf(tx, serviceId, userId);
  if (balanceId === null) throw new Refusal(noBalanceToRefund);
  const now = await time();
  if (!(await moveCreditNote({ tx, now }, id, "credit"))) {
    throw new Error("The lock on the invoice keeps its credit notes as they are.");
  }
  const credit = { amount, reason: `Refund: ${reason}`, refundedInvoiceId: invoiceId };
  await insertRefund(tx, {
    id: newId(),
    creditNoteId: id,
    destination: "BALANCE",
    status: "CONFIRMED",
    amount,
    balanceId,
    balanceCreditId: await giveCredit({ tx, now }, balanceId, credit),
    confirmedAt: now,
    createdAt: now,
    updatedAt: now,
  });
  await announceCreditNote({ tx, now, checkoutUrl, emails }, "credit_note.refunded", id);
}

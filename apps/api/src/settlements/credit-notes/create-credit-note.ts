import type { z } from "zod";
import { isTopUp } from "../../balances/store.ts";
import type { Invoice } from "../../db/generated/client.ts";
import { amountDue, findHeldInvoice } from "../../invoices/invoice-records.ts";
import { loadInvoice } from "../../invoices/load-invoice.ts";
import { creditInvoice } from "../../invoices/store.ts";
import { newId } from "../../kit/ids.ts";
import { Amount } from "../../kit/money.ts";
import { Refusal } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import type { Writing } from "../../operation/work.ts";
import {
  creditLinesNotAmount,
  creditOfNoBill,
  invoiceNotCreditable,
  moreThanBilled,
  NewCreditNote,
  nothingWouldBeDue,
  OneCreditNote,
  topUpNotCreditable,
} from "../../schemas/credit-notes.ts";
import { billNumberTaken, invoiceNotFound } from "../../schemas/invoices.ts";
import { settlementInProgress } from "../../schemas/settlements.ts";
import { takeBillNumber } from "../../subscriptions/store.ts";
import { announceCreditNote, loadCreditNote } from "./credit-notes.ts";
import { insertCreditNote } from "./store.ts";

type Input = z.output<typeof NewCreditNote>;

export const createCreditNote = write("POST /invoices/{invoiceId}/credit-notes", {
  name: "creditNotes.create",
  summary: "Create a credit note",
  description:
    "Records that part of an invoice's amount is not owed. The invoice's `amount` does not change; `credited` grows, up to `amount`. For an `OPEN` invoice, the credit note lowers `amountDue`; a payment on the invoice's page that was signed but not sent yet is discarded, and the payer must sign again. For a `PAID` invoice, `POST /credit-notes/{creditNoteId}/refund` refunds the amount. The event `credit_note.created` reports it. Send an `Idempotency-Key`: without one, a repeated request creates another credit note.",
  status: 201,
  location: "/credit-notes",
  refusals: {
    creditLinesNotAmount,
    invoiceNotFound,
    invoiceNotCreditable: invoiceNotCreditable("DRAFT"),
    topUpNotCreditable,
    moreThanBilled,
    nothingWouldBeDue,
    settlementInProgress,
    creditOfNoBill,
    billNumberTaken,
  },
  input: NewCreditNote,
  output: OneCreditNote,
  run: async (work, input) => {
    const { tx, tenant } = work;
    const { invoiceId, amount, reason, lines, billNumber } = input;
    if (lines !== undefined && !sumOf(lines).eq(amount)) throw new Refusal(creditLinesNotAmount);
    await loadInvoice(work, invoiceId); // applies a due expiry
    // Locked, so that of concurrent credit notes each sees the sum with all before it.
    const invoice = await findHeldInvoice({ tx, tenant }, invoiceId);
    if (invoice === null) throw new Refusal(invoiceNotFound);
    const isBeforePayment = await requireCreditable(work, invoice, amount);
    if (billNumber !== undefined) await takeNumber(tx, invoice, billNumber);
    const now = await work.time();
    const id = newId();
    const { serviceId, ownerId, userId, currency } = invoice;
    if (userId === null) throw new Refusal(invoiceNotFound);
    await insertCreditNote(tx, {
      id,
      invoiceId,
      serviceId,
      ownerId,
      userId,
      status: isBeforePayment ? "APPLIED" : "ISSUED",
      amount: amount.toFixed(),
      currency,
      reason,
      billNumber: billNumber ?? null,
      createdAt: now,
      updatedAt: now,
      ...(lines !== undefined && { lines: { createMany: { data: inPlaces(lines) } } }),
    });
    await creditInvoice({ tx, now }, invoiceId, amount, isBeforePayment);
    await announceCreditNote({ ...work, now }, "credit_note.created", id);
    return { creditNote: await loadCreditNote(work, id) };
  },
});

type Lines = NonNullable<Input["lines"]>;

const sumOf = (lines: Lines) => lines.reduce((sum, line) => sum.plus(line.amount), new Amount(0));

const inPlaces = (lines: Lines) => lines.map((line, position) => ({ ...line, position }));

/** Takes a subscription's next bill number. @throws Refusal 409 when another call has taken it */
async function takeNumber(
  tx: Writing["tx"],
  { subscriptionId, billNumber: isBill }: Invoice,
  billNumber: number,
): Promise<void> {
  if (isBill === null || subscriptionId === null) throw new Refusal(creditOfNoBill);
  if (!(await takeBillNumber(tx, subscriptionId, billNumber))) throw new Refusal(billNumberTaken);
}

/**
 * Checks that so much of a locked invoice can be credited. A payment that was not sent yet is given up, because it was
 * signed for another amount.
 *
 * @returns whether the invoice is not paid yet
 * @throws Refusal 409
 */
async function requireCreditable(
  work: Pick<Writing, "tx" | "now" | "log" | "tally" | "endAttempts">,
  invoice: Invoice,
  amount: Amount,
): Promise<boolean> {
  const { id, status } = invoice;
  if (status !== "OPEN" && status !== "PAID") throw new Refusal(invoiceNotCreditable(status));
  if (await isTopUp(work.tx, id)) throw new Refusal(topUpNotCreditable);
  if (amount.plus(invoice.credited.toFixed()).gt(invoice.amount.toFixed())) {
    throw new Refusal(moreThanBilled);
  }
  if (status === "PAID") return false;
  if (amount.gte(amountDue(invoice))) throw new Refusal(nothingWouldBeDue);
  const isFree = await work.endAttempts(work, id, "The amount due has changed.");
  if (!isFree) throw new Refusal(settlementInProgress);
  return true;
}

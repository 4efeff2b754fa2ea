import type { z } from "zod";
import { isTopUp } from "../../balances/store.ts";
import type { InTransaction } from "../../db/client.ts";
import type { Invoice } from "../../db/generated/client.ts";
import { amountDue, findHeldInvoice } from "../../invoices/invoice-records.ts";
import { loadInvoice } from "../../invoices/load-invoice.ts";
import { creditInvoice } from "../../invoices/lower-due.ts";
import {
  listOf,
  omittable,
  positiveDecimal,
  request,
  requiredId,
  requiredName,
} from "../../kit/fields.ts";
import { newId } from "../../kit/ids.ts";
import { Amount } from "../../kit/money.ts";
import { Refusal, type RefusalTerms } from "../../kit/refusal.ts";
import { write } from "../../operation/define.ts";
import type { Notices } from "../../operation/ports/parts.ts";
import type { Writing } from "../../operation/work.ts";
import { OneCreditNote } from "../../schemas/credit-notes.ts";
import {
  billNumber,
  billNumberTaken,
  invoiceNotFound,
  linesNotAmount,
  maxLines,
  NewLine,
} from "../../schemas/invoices.ts";
import { settlementInProgress } from "../../schemas/settlements.ts";
import type { InvoiceState } from "../../schemas/states.ts";
import { takeBillNumber } from "../../subscriptions/store.ts";
import { announceCreditNote, loadCreditNote } from "./credit-notes.ts";
import { insertCreditNote } from "./store.ts";

const NewCreditNote = request({
  invoiceId: requiredId().meta({ description: "Id of an invoice that is `OPEN` or `PAID`" }),
  amount: positiveDecimal().meta({
    description: "The amount that is not owed, in USDC with at most six decimal places",
    example: "2.500000",
  }),
  reason: requiredName(200).meta({
    description: "Reason for the credit note, in one line. The subscriber sees it",
    example: "The service was down on 3 January",
  }),
  lines: omittable(listOf(NewLine, maxLines)).meta({
    description:
      "The credited items: 1 to 100 lines whose amounts add up to `amount` exactly. Default: none",
  }),
  billNumber: billNumber().meta({
    description:
      "Number of the bill, for a credit of usage that bills have billed too much, as the subscription's upcoming invoice says. The next bills count it. Default: none, and no bill takes the credit back",
    example: 2,
  }),
});

type Input = z.output<typeof NewCreditNote>;

const invoiceNotCreditable = (status: InvoiceState): RefusalTerms => ({
  kind: "conflict",
  code: "invoice_not_creditable",
  message: `Credit notes can only be created for OPEN or PAID invoices. This one is ${status}.`,
  pattern: "Credit notes can only be created for OPEN or PAID invoices. This one is <status>.",
  meaning: "The invoice is `DRAFT`, `VOID` or `EXPIRED`, so nobody owes or has paid its amount.",
  remedy:
    "Correct the usage of a `DRAFT` invoice, or void it and create another one. A `VOID` or `EXPIRED` invoice needs no correction.",
});

const topUpNotCreditable: RefusalTerms = {
  kind: "conflict",
  code: "top_up_not_creditable",
  message: "Top-ups of prepaid balances have no credit notes.",
  meaning: "The invoice is a top-up. Its payment credits the full amount to a balance.",
  remedy: "Void the invoice if it is `OPEN`. Otherwise the subscriber keeps the credit.",
};

export const moreThanBilled: RefusalTerms = {
  kind: "conflict",
  code: "credit_exceeds_invoice",
  param: "amount",
  message: "The invoice's credit notes would exceed what it billed.",
  meaning: "The sum of the invoice's credit notes, including this one, is more than its `amount`.",
  remedy: "Read the invoice: you can credit at most `amount` less `credited`.",
};

export const nothingWouldBeDue: RefusalTerms = {
  kind: "conflict",
  code: "credit_leaves_nothing_due",
  param: "amount",
  message: "Nothing would be due. Void the invoice instead.",
  meaning: "The credit note would lower the amount due of an `OPEN` invoice to zero.",
  remedy:
    "Void the invoice with `POST /invoices/{invoiceId}/void`. If a part was paid from a balance and is owed, wait until the rest is paid, and refund the credit then.",
};

const creditLinesNotAmount: RefusalTerms = {
  ...linesNotAmount,
  code: "credit_lines_not_amount",
  message: "Credit note lines must add up to the credit note amount.",
  meaning: "The sum of the lines' amounts is not the credit note's `amount`.",
};

const creditOfNoBill: RefusalTerms = {
  kind: "invalid",
  code: "credit_of_no_bill",
  param: "billNumber",
  message: "billNumber requires an invoice that has a billNumber.",
  meaning: "A credit of usage is for a bill of usage.",
  remedy: "Send the id of a bill of the subscription, or omit `billNumber`.",
};

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
    const credit = { amount, reason, lines, billNumber, isBeforePayment };
    const id = await creditHeldInvoice({ ...work, now: await work.time() }, invoice, credit);
    return { creditNote: await loadCreditNote(work, id) };
  },
});

type Lines = NonNullable<Input["lines"]>;

interface Credit {
  readonly amount: Amount;
  readonly reason: string;
  readonly lines?: Lines | undefined;
  readonly billNumber?: number | undefined;
  /** As `requireCreditable` returned it. */
  readonly isBeforePayment: boolean;
}

/** Creates a credit note of a locked invoice that `requireCreditable` has checked. @returns its id */
export async function creditHeldInvoice(
  { tx, now, ...notices }: InTransaction & Notices,
  { id: invoiceId, serviceId, ownerId, userId, currency }: Invoice,
  { amount, reason, lines, billNumber, isBeforePayment }: Credit,
): Promise<string> {
  if (userId === null) throw new Refusal(invoiceNotFound);
  const id = newId();
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
  await announceCreditNote({ tx, now, ...notices }, "credit_note.created", id);
  return id;
}

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
export async function requireCreditable(
  work: Pick<Writing, "tx" | "now" | "log" | "tally" | "endAttempts" | "paymentRefunds">,
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

import { type Expected, Fields, type ModelCall, newIdIn, Refused } from "../model-call.ts";
import { showCreditNote } from "../views.ts";
import { type CreditNote, put } from "../world.ts";
import { amountDueOf, creditedOf } from "./due-amounts.ts";
import { namedInvoice } from "./invoices.ts";
import { addLot, balanceAsOfNow } from "./ledger.ts";
import { linesOf } from "./lines.ts";
import { listedIn, namedIn } from "./services.ts";
import { liveSettlement, settlementInProgress } from "./settlements.ts";

const shown = (creditNote: CreditNote): Expected => ({
  status: 200,
  body: { creditNote: showCreditNote(creditNote) },
});

export function createCreditNote(call: ModelCall): Expected {
  const { world, input } = call;
  const fields = new Fields(input);
  fields.text("invoiceId");
  const amount = fields.positiveDecimal("amount");
  const reason = fields.text("reason");
  const mismatch = "Credit note lines must add up to the credit note amount.";
  const lines = linesOf(fields, amount, { mismatch, isSigned: false });
  const invoice = namedInvoice(call);
  const { id: invoiceId, serviceId, userId, status } = invoice;
  if (status !== "OPEN" && status !== "PAID") {
    const rule = "Credit notes can only be created for OPEN or PAID invoices.";
    throw new Refused(409, `${rule} This one is ${status}.`);
  }
  if (world.topUps.has(invoiceId)) {
    throw new Refused(409, "Top-ups of prepaid balances have no credit notes.");
  }
  if (creditedOf(world, invoice) + amount > invoice.amount) {
    throw new Refused(409, "The invoice's credit notes would exceed what it billed.");
  }
  if (status === "OPEN") {
    if (amount >= amountDueOf(world, invoice)) {
      throw new Refused(409, "Nothing would be due. Void the invoice instead.");
    }
    // The payer has agreed to another amount.
    if (liveSettlement(world, invoiceId) !== undefined) throw settlementInProgress();
  }
  const creditNote: CreditNote = {
    ...{ id: newIdIn(call, "creditNote"), invoiceId, serviceId, userId, amount, reason, lines },
    status: status === "OPEN" ? "APPLIED" : "ISSUED",
    refund: null,
    createdAt: world.now,
    updatedAt: world.now,
  };
  put(world.creditNotes, creditNote);
  return { ...shown(creditNote), status: 201 };
}

const namedCreditNote = (call: ModelCall): CreditNote =>
  namedIn(call.world.creditNotes, call, ["creditNoteId", "Credit note"]);

export const getCreditNote = (call: ModelCall): Expected => shown(namedCreditNote(call));

/** What is looked at before an Idempotency-Key. */
export function readRefund(call: ModelCall): CreditNote {
  const fields = new Fields(call.input);
  fields.text("creditNoteId");
  fields.word("to", ["BALANCE", "WALLET"]);
  return namedCreditNote(call);
}

/** To the subscriber's balance. */
export function refundCreditNote(call: ModelCall): Expected {
  const { world, answer } = call;
  const creditNote = readRefund(call);
  const { serviceId, userId, status, amount } = creditNote;
  if (status !== "ISSUED") throw new Refused(409, `Credit note is ${status}.`);
  const balance = [...world.balances.values()].find(
    (one) => one.serviceId === serviceId && one.userId === userId,
  );
  if (balance === undefined) {
    throw new Refused(409, "The subscriber has no balance for this service.");
  }
  const { id = "none", balanceCreditId = "none" } = answer.body?.creditNote?.refund ?? {};
  balanceAsOfNow(world, balance.id);
  const lot = { id: balanceCreditId, balanceId: balance.id, remaining: amount, expiresAt: null };
  addLot(world, lot, { type: "GRANT" });
  const refund = { id, balanceId: balance.id, balanceCreditId, createdAt: world.now };
  const refunded = { ...creditNote, status: "REFUNDED", refund, updatedAt: world.now } as const;
  put(world.creditNotes, refunded);
  return shown(refunded);
}

export const listCreditNotes = (call: ModelCall): unknown[] =>
  listedIn(call.world.creditNotes, call, []).map(showCreditNote);

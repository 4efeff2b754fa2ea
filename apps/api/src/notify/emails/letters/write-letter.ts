import type { Email } from "../../../db/generated/client.ts";
import { shownInvoice } from "../../../invoices/invoice-records.ts";
import { everyone } from "../../../kit/tenant.ts";
import type { Parts } from "../../../operation/ports/parts.ts";
import type { EmailKind } from "../../../schemas/emails.ts";
import { loadCreditNoteRow } from "../../../settlements/credit-notes/credit-notes.ts";
import { loadDispute } from "../../../settlements/disputes/disputes.ts";
import { findCapSpending } from "../../../settlements/spending-caps/store.ts";
import { findUsableCap, wasRefused } from "../../../settlements/spending-caps/usable-cap.ts";
import { findConfirmedOfInvoice } from "../../../settlements/store.ts";
import { findSubject, findTold, type Subject } from "../store.ts";
import { alertCrossed, type ToldAlert } from "./alert-letters.ts";
import { creditNoteCreated, creditNoteRefunded } from "./credit-note-letters.ts";
import { disputeAnswered } from "./dispute-letters.ts";
import { capIsLow, invoiceOpened, invoicePaid, paymentFailed } from "./invoice-letters.ts";
import type { Letter, Told } from "./letter.ts";

/** An e-mail's content, or the reason to skip it. */
export type Written =
  | { readonly letter: Letter; readonly service: Subject["service"] }
  | { readonly skip: string };

type Subjects = Pick<
  Email,
  "kind" | "serviceId" | "invoiceId" | "eventId" | "creditNoteId" | "disputeId"
>;

/** Writes an e-mail's content, from the records as they are now. */
export async function writeLetter(parts: Parts, email: Subjects): Promise<Written> {
  const { kind, serviceId, invoiceId, eventId } = email;
  if (invoiceId !== null) return invoiceLetter(parts, { ...email, invoiceId });
  if (eventId === null) throw new Error(`An e-mail of ${kind} is about an invoice or an event.`);
  const told = await findTold(parts.db, { serviceId, eventId });
  if (told === null) return { skip: "Its event is older than 30 days." };
  const { service, data } = told;
  return { letter: alertCrossed(service, data as unknown as ToldAlert), service };
}

async function invoiceLetter(
  parts: Parts,
  { kind, invoiceId, creditNoteId, disputeId }: Subjects & { readonly invoiceId: string },
): Promise<Written> {
  const subject = shownInvoice(parts, await findSubject(parts.db, invoiceId));
  const { service } = subject;
  const now = await parts.times.of(parts.db, subject.serviceId);
  const isOpen = subject.status === "OPEN" && (subject.dueAt === null || subject.dueAt > now);
  switch (kind as Exclude<EmailKind, "alert.crossed">) {
    case "invoice.opened":
      return isOpen ? { letter: invoiceOpened(subject), service } : noLonger("open");
    case "invoice.payment_failed":
      if (!isOpen) return noLonger("open");
      return failedLetter(parts, subject, now);
    case "invoice.paid": {
      const payment = await findConfirmedOfInvoice(parts.db, invoiceId);
      const isPrepaid = subject.status === "PAID" && subject.amountDue.isZero();
      // A reorganization took the payment back, unless all was paid from a balance.
      if (payment === null && !isPrepaid) return noLonger("paid");
      return { letter: invoicePaid(subject, payment, parts.explorerUrl), service };
    }
    case "credit_note.created": {
      const creditNote = await creditNoteOf(parts, creditNoteId);
      if (creditNote.status === "REFUNDED") return { skip: "It was refunded already." };
      if (creditNote.status === "APPLIED" && !isOpen) return noLonger("open");
      return { letter: creditNoteCreated(subject, creditNote), service };
    }
    case "credit_note.refunded": {
      const { status, refund, ...creditNote } = await creditNoteOf(parts, creditNoteId);
      if (status !== "REFUNDED" || refund === null) {
        return { skip: "The refund was no longer confirmed." }; // a reorganization took it back
      }
      const letter = creditNoteRefunded(subject, creditNote, refund, parts.explorerUrl);
      return { letter, service };
    }
    case "dispute.accepted":
    case "dispute.declined": {
      if (disputeId === null) throw new Error("An e-mail about a dispute names it.");
      const { db } = parts;
      const dispute = await loadDispute({ db, tenant: everyone }, disputeId);
      const { creditNoteId: noteId } = dispute;
      const note = noteId === null ? null : await creditNoteOf(parts, noteId);
      return { letter: disputeAnswered(subject, dispute, note), service };
    }
    case "spending_cap.low": {
      const cap = await findCapSpending(parts.db, invoiceId);
      if (cap === null) return { skip: "The spending limit was no longer in use." };
      if (!cap.isLow) return { skip: "The spending limit was no longer low." };
      return { letter: capIsLow(subject, cap), service };
    }
  }
}

/** A failed collection, unless it failed under an earlier spending cap. */
async function failedLetter(parts: Parts, told: Told, now: Date): Promise<Written> {
  const { id, subscriptionId, settlements, service } = told;
  const cap = subscriptionId === null ? null : await findUsableCap(parts, subscriptionId, now);
  const isRefused = cap !== null && wasRefused(cap, id);
  if (cap !== null && !isRefused && settlements.length === 0) {
    return { skip: "A new spending limit was signed." };
  }
  return { letter: paymentFailed(told, isRefused), service };
}

function creditNoteOf({ db }: Parts, id: string | null) {
  if (id === null) throw new Error("An e-mail about a credit note names it.");
  return loadCreditNoteRow({ db, tenant: everyone }, id);
}

const noLonger = (what: string) => ({ skip: `The invoice was no longer ${what}.` });

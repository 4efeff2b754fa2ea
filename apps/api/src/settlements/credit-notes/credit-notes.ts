import type { z } from "zod";
import type { InTransaction } from "../../db/client.ts";
import type { Refund } from "../../db/generated/client.ts";
import { filterId, request } from "../../kit/fields.ts";
import { page, pageOf } from "../../kit/lists.ts";
import { Refusal } from "../../kit/refusal.ts";
import { everyone } from "../../kit/tenant.ts";
import { read } from "../../operation/define.ts";
import type { Links, Notices, Parts } from "../../operation/ports/parts.ts";
import { recordEvent, writeEmails } from "../../outbox/record-events.ts";
import {
  CreditNote,
  CreditNoteId,
  creditNoteNotFound,
  OneCreditNote,
} from "../../schemas/credit-notes.ts";
import type { EventType } from "../../schemas/events.ts";
import { type CreditNoteRow, findCreditNote, findCreditNotes } from "./store.ts";

type Shown = z.input<typeof CreditNote>;

type LoadParts = Pick<Parts, "db" | "tenant" | "checkoutUrl">;

/** Loads a credit note as callers see it. @throws Refusal 404 when the tenant has no such credit note */
export async function loadCreditNote(parts: LoadParts, id: string): Promise<Shown> {
  return shownCreditNote(parts, await loadCreditNoteRow(parts, id));
}

/** Loads a credit note from the database. @throws Refusal 404 when the tenant has no such credit note */
export async function loadCreditNoteRow(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<CreditNoteRow> {
  const creditNote = await findCreditNote(db, id, tenant);
  if (creditNote === null) throw new Refusal(creditNoteNotFound);
  return creditNote;
}

/** Returns a credit note as callers see it. */
const shownCreditNote = (parts: Links, { refund, lines, ...creditNote }: CreditNoteRow): Shown => ({
  ...creditNote,
  lines: [...lines],
  refund: refund && shownRefund(parts, refund),
});

function shownRefund(
  { checkoutUrl }: Links,
  { destination, linkToken, chainId, contractAddress, validUntil, ...refund }: Refund,
): Shown["refund"] {
  return {
    ...refund,
    to: destination,
    url: linkToken && `${checkoutUrl}/refunds/${linkToken}`,
    chainId: chainId === null ? null : Number(chainId),
    contract: contractAddress,
    expiresAt: validUntil === null ? null : new Date(Number(validUntil) * 1_000),
  };
}

export const getCreditNote = read("GET /credit-notes/{creditNoteId}", {
  name: "creditNotes.get",
  summary: "Get a credit note",
  description: "Returns the credit note with its lines and its refund.",
  refusals: { creditNoteNotFound },
  input: CreditNoteId,
  output: OneCreditNote,
  run: async (work, { creditNoteId }) => ({
    creditNote: await loadCreditNote(work, creditNoteId),
  }),
});

const CreditNoteQuery = request({
  invoiceId: filterId(),
  serviceId: filterId(),
  userId: filterId(),
  ...page("credit-notes"),
}).prefault({});

export const listCreditNotes = read("GET /credit-notes", {
  name: "creditNotes.list",
  summary: "List credit notes, newest first",
  description: "Each credit note is as `GET /credit-notes/{creditNoteId}` returns it.",
  input: CreditNoteQuery,
  output: pageOf("creditNotes", CreditNote, "credit-notes"),
  run: async (work, query) => {
    const { rows, next } = await findCreditNotes(work.db, work.tenant, query);
    return { creditNotes: rows.map((row) => shownCreditNote(work, row)), nextCursor: next };
  },
});

/** Records an event of a credit note and writes the e-mail about it, in the transaction that changed it. */
export async function announceCreditNote(
  { tx, now, checkoutUrl, emails }: InTransaction & Notices,
  type: EventType & `credit_note.${string}`,
  id: string,
): Promise<void> {
  const creditNote = await loadCreditNote({ db: tx, tenant: everyone, checkoutUrl }, id);
  await recordEvent({ tx, now }, type, OneCreditNote.parse({ creditNote }));
  const isLetter = type === "credit_note.created" || type === "credit_note.refunded";
  if (emails === null || !isLetter) return;
  const { invoiceId } = creditNote;
  await writeEmails({ tx, now }, type, [{ invoiceId, creditNoteId: id, once: id }]);
}

import type { InTransaction } from "../../db/client.ts";
import { everyone } from "../../kit/tenant.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { recordEvent } from "../../outbox/record-events.ts";
import { writeEmails } from "../../outbox/write-emails.ts";
import { OneCreditNote } from "../../schemas/credit-notes.ts";
import type { EventType } from "../../schemas/events.ts";
import { loadCreditNote } from "./load-credit-note.ts";

/** Records an event of a credit note and writes the e-mail about it, in the transaction that changed it. */
export async function announceCreditNote(
  { tx, now, checkoutUrl, emails }: InTransaction & Pick<Parts, "checkoutUrl" | "emails">,
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

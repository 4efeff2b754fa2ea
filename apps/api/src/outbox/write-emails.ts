import type { InTransaction } from "../db/client.ts";
import { realTime } from "../kit/clock.ts";
import { newId } from "../kit/ids.ts";
import type { EmailKind } from "../schemas/emails.ts";
import { insertEmails } from "./store.ts";

/** An e-mail to write: to the subscriber whom an invoice bills. */
export interface NewEmail {
  readonly invoiceId: string;
  /** The credit note of the invoice that it is about; null unless it is about one. */
  readonly creditNoteId?: string | null;
  /** What it is written once for, such as the invoice. Null: it is written again. */
  readonly once: string | null;
}

/**
 * Writes e-mails to the outbox, in the transaction of the change that they report. One that was written before for the
 * same reason is not written again.
 *
 * @returns the ids of those that were written
 */
export async function writeEmails(
  { tx, now }: InTransaction,
  kind: EmailKind,
  emails: readonly NewEmail[],
): Promise<string[]> {
  if (emails.length === 0) return [];
  const rows = emails.map(({ invoiceId, creditNoteId = null, once }) => ({
    id: newId(),
    invoiceId,
    creditNoteId,
    onceKey: once === null ? null : `${kind} ${once}`,
  }));
  return insertEmails(tx, kind, rows, realTime(now));
}

import { OneCreditNote } from "../contract/credit-notes.ts";
import type { EventType } from "../contract/events.ts";
import type { InTransaction } from "../db/client.ts";
import { everyone } from "../lib/tenant.ts";
import { recordEvent } from "../outbox/record-events.ts";
import type { Parts } from "../ports/parts.ts";
import { loadCreditNote } from "./load-credit-note.ts";

/** Records an event of a credit note, in the transaction that changed it. */
export async function announceCreditNote(
  { tx, now, checkoutUrl }: InTransaction & Pick<Parts, "checkoutUrl">,
  type: EventType & `credit_note.${string}`,
  id: string,
): Promise<void> {
  const creditNote = await loadCreditNote({ db: tx, tenant: everyone, checkoutUrl }, id);
  await recordEvent({ tx, now }, type, OneCreditNote.parse({ creditNote }));
}

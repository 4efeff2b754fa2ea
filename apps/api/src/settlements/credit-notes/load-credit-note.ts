import type { z } from "zod";
import type { Refund } from "../../db/generated/client.ts";
import { Refusal } from "../../kit/refusal.ts";
import type { Parts } from "../../operation/ports/parts.ts";
import { type CreditNote, creditNoteNotFound } from "../../schemas/credit-notes.ts";
import { type CreditNoteRow, findCreditNote } from "./store.ts";

type Shown = z.input<typeof CreditNote>;

type LoadParts = Pick<Parts, "db" | "tenant" | "checkoutUrl">;

/** Loads a credit note as callers see it. @throws Refusal 404 when the tenant has no such credit note */
export async function loadCreditNote(parts: LoadParts, id: string): Promise<Shown> {
  return shownCreditNote(parts, await loadCreditNoteRow(parts, id));
}

/** Loads a credit note as it is stored. @throws Refusal 404 when the tenant has no such credit note */
export async function loadCreditNoteRow(
  { db, tenant }: Pick<Parts, "db" | "tenant">,
  id: string,
): Promise<CreditNoteRow> {
  const creditNote = await findCreditNote(db, id, tenant);
  if (creditNote === null) throw new Refusal(creditNoteNotFound);
  return creditNote;
}

/** A credit note as callers see it. */
export const shownCreditNote = (
  parts: Pick<Parts, "checkoutUrl">,
  { refund, lines, ...creditNote }: CreditNoteRow,
): Shown => ({
  ...creditNote,
  lines: [...lines],
  refund: refund && shownRefund(parts, refund),
});

function shownRefund(
  { checkoutUrl }: Pick<Parts, "checkoutUrl">,
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

import type { CreditNote, Id, Invoice, Micros, World } from "../world.ts";

/* What credit notes leave of an invoice. */

export const creditNotesOf = ({ creditNotes }: World, invoiceId: Id): CreditNote[] =>
  [...creditNotes.values()].filter((one) => one.invoiceId === invoiceId);

const sumOf = (creditNotes: readonly CreditNote[]): Micros =>
  creditNotes.reduce((sum, { amount }) => sum + amount, 0n);

/** The sum of its credit notes. */
export const creditedOf = (world: World, { id }: Invoice): Micros =>
  sumOf(creditNotesOf(world, id));

/** What a payment has to be: what is billed, without what was credited before it. */
export const amountDueOf = (world: World, { id, amount }: Invoice): Micros =>
  amount - sumOf(creditNotesOf(world, id).filter(({ status }) => status === "APPLIED"));

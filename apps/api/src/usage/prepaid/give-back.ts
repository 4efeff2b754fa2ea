import { type CreditToInsert, giveBackInBook, type Payers, paidBy } from "../../balances/book.ts";
import type { PrepaidPeriod } from "./prepaid-period.ts";

/** What a rate card has charged too much. Amounts are in token units. */
interface TooMuch {
  /** Of the usage. */
  readonly prefix: string;
  readonly amount: bigint;
  /** What the general balance has paid for it before there was one for the prefix. */
  readonly before: bigint;
}

/**
 * Gives back what was charged too much for usage of a prefix by a rate card, to the balances that have paid for it.
 *
 * @returns the credits, which the same transaction must insert
 */
export function giveBack(
  payers: Payers,
  period: PrepaidPeriod,
  { prefix, amount, before }: TooMuch,
): CreditToInsert[] {
  return paidBy(payers, period.unshare(prefix, amount, before))
    .map(([book, part]) => giveBackInBook(book, part, period.card.id))
    .filter((credit) => credit !== null);
}

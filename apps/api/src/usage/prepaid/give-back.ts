import { type CreditToInsert, giveBackInBook, type Payers, paidBy } from "../../balances/book.ts";
import type { PrepaidPeriod } from "./prepaid-period.ts";

/**
 * Gives back what was charged too much for usage of a prefix by a rate card, to the balances that have paid for it.
 *
 * @returns the credits, which the same transaction must insert
 */
export function giveBack(
  payers: Payers,
  period: PrepaidPeriod,
  prefix: string,
  amount: bigint,
): CreditToInsert[] {
  return paidBy(payers, period.unshare(prefix, amount))
    .map(([book, part]) => giveBackInBook(book, part, period.card.id))
    .filter((credit) => credit !== null);
}

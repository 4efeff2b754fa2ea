import { type CreditToInsert, giveBackInBook, type Payers } from "../../balances/book.ts";
import type { PrepaidPeriod } from "./prepaid-period.ts";

/**
 * Gives back what was charged too much for usage of a prefix by a rate card, to the balances that have paid for it.
 *
 * @returns the credits, which the same transaction must insert
 */
export function giveBack(
  { prefixed, general }: Payers,
  period: PrepaidPeriod,
  prefix: string,
  amount: bigint,
): CreditToInsert[] {
  const shares = period.unshare(prefix, amount);
  const { id } = period.card;
  return [
    shares.general > 0n ? giveBackInBook(general, shares.general, id) : null,
    shares.prefixed > 0n && prefixed ? giveBackInBook(prefixed, shares.prefixed, id) : null,
  ].filter((credit) => credit !== null);
}

import type { BalanceHold } from "../db/generated/client.ts";
import { toTokenUnits } from "../kit/money.ts";
import type { RefusalTerms } from "../kit/refusal.ts";
import { balanceFrozen, balanceTooLow } from "../schemas/balances.ts";
import { holdNotHeld, moreThanHeld } from "../schemas/holds.ts";
import type { Book } from "./book.ts";

interface Commit {
  /** In token units. */
  readonly amount: bigint;
  readonly allowMore: boolean;
  readonly usageEventId?: string;
}

/**
 * Charges what a hold has set aside and gives back the rest. That much was promised, so a frozen balance pays it too;
 * only what is beyond it must be available.
 *
 * @returns null; otherwise why it is refused, and the book is unchanged
 */
export function commitInBook(
  book: Book,
  { id, status, amount: heldAmount }: BalanceHold,
  { amount, allowMore, usageEventId }: Commit,
): RefusalTerms | null {
  if (status !== "HELD") return holdNotHeld(status);
  const held = toTokenUnits(heldAmount);
  if (amount > held) {
    if (!allowMore) return moreThanHeld;
    if (book.status === "FROZEN") return balanceFrozen;
    if (!book.has(amount - held)) return balanceTooLow;
  }
  const about = { holdId: id, ...(usageEventId !== undefined && { usageEventId }) };
  book.post("HOLD_COMMITTED", { available: held - amount, held: -held, spent: amount }, about);
  return null;
}

import type { InAnyTransaction } from "../db/client.ts";
import { toTokenUnits } from "../kit/money.ts";
import { announceHolds } from "./announce-holds.ts";
import type { Book } from "./book.ts";
import { expireHoldsOf } from "./hold-store.ts";

/** Gives back what a balance's holds have set aside whose time is up. */
export async function expireHolds(at: InAnyTransaction, book: Book): Promise<void> {
  const holds = await expireHoldsOf(at, book.balance.id);
  for (const { id, amount } of holds) {
    const units = toTokenUnits(amount);
    book.post("HOLD_EXPIRED", { available: units, held: -units }, { holdId: id });
  }
  await announceHolds(at, book, holds);
}

import type { Book } from "../balances/book.ts";
import { bringUpToDate, closeBooks, openBooks } from "../balances/change-balances.ts";
import { commitInBook } from "../balances/commit-in-book.ts";
import { settleCredits } from "../balances/credits.ts";
import { endHolds, findHoldsById, type HoldEnd } from "../balances/holds.ts";
import { holdNotFound, holdNotHeld } from "../contract/holds.ts";
import type { Queryable } from "../db/client.ts";
import type { BalanceHold } from "../db/generated/client.ts";
import { toTokenUnits } from "../lib/money.ts";
import type { RefusalTerms } from "../lib/refusal.ts";

/** How a call ends a hold that its tenant has. */
export interface ToEnd {
  readonly id: string;
  readonly balanceId: string;
  /** What to charge, in token units; null: nothing, the hold is released. */
  readonly commit: { readonly amount: bigint; readonly allowMore: boolean } | null;
}

/**
 * Ends holds in the order of the calls' arrival: each at most once, whoever else ends it. What has expired by then is
 * ended first.
 *
 * @returns for each null, or why it was refused
 */
export async function endEachHold(
  tx: Queryable,
  asked: readonly ToEnd[],
  now: Date,
): Promise<(RefusalTerms | null)[]> {
  const at = { tx, now };
  const books = await openBooks(
    at,
    asked.map(({ balanceId }) => balanceId),
  );
  for (const book of books.values()) await bringUpToDate(at, book);
  const rows = await findHoldsById(
    tx,
    asked.map(({ id }) => id),
  );
  const holds = new Map(rows.map((row) => [row.id, row]));
  const ends: HoldEnd[] = [];
  const refusals = asked.map((one): RefusalTerms | null => {
    const [book, hold] = [books.get(one.balanceId), holds.get(one.id)];
    if (book === undefined || hold === undefined) return holdNotFound;
    const { commit } = one;
    const why = commit === null ? releaseInBook(book, hold) : commitInBook(book, hold, commit);
    if (why !== null) return why;
    const trigger = commit === null ? "release" : "commit";
    holds.set(hold.id, { ...hold, status: commit === null ? "RELEASED" : "COMMITTED" });
    ends.push({ id: hold.id, trigger, charged: commit?.amount ?? null, usageEventId: null });
    return null;
  });
  if ((await endHolds(at, ends)) < ends.length) {
    throw new Error("A hold must not end while its balance is locked.");
  }
  for (const book of books.values()) if (book.keepsExpired) await settleCredits(at, book);
  await closeBooks(at, books.values());
  return refusals;
}

function releaseInBook(book: Book, { id, status, amount }: BalanceHold): RefusalTerms | null {
  if (status !== "HELD") return holdNotHeld(status);
  const held = toTokenUnits(amount);
  book.post("HOLD_RELEASED", { available: held, held: -held }, { holdId: id });
  return null;
}

import type { Book } from "../balances/book.ts";
import { bringUpToDate, closeBooks, openBooks } from "../balances/change-balances.ts";
import { commitInBook } from "../balances/commit-in-book.ts";
import { settleCredits } from "../balances/credits.ts";
import {
  endHolds,
  findHoldsAsked,
  findHoldsById,
  type HoldEnd,
  type HoldView,
} from "../balances/holds.ts";
import { holdNotHeld } from "../contract/holds.ts";
import { holdStates } from "../contract/states.ts";
import type { Queryable } from "../db/client.ts";
import { type BalanceHold, Prisma } from "../db/generated/client.ts";
import { textOfUnits, toTokenUnits } from "../lib/money.ts";
import type { RefusalTerms } from "../lib/refusal.ts";
import { transition } from "../lib/state-table.ts";
import type { Asked } from "../lib/tenant.ts";

/** How a call ends a hold. */
export interface ToEnd extends Asked {
  /** What to charge, in token units; null: nothing, the hold is released. */
  readonly commit: { readonly amount: bigint; readonly allowMore: boolean } | null;
}

/** The hold as it is then, and why it was refused, if it was. */
export interface Ended {
  readonly hold: HoldView;
  readonly why: RefusalTerms | null;
}

/**
 * Ends holds in the order of the calls' arrival: each at most once, whoever else ends it. What has expired by then is
 * ended first.
 *
 * @returns for each what became of it; null when its tenant has no such hold
 */
export async function endEachHold(
  tx: Queryable,
  asked: readonly ToEnd[],
  now: Date,
): Promise<(Ended | null)[]> {
  const at = { tx, now };
  const before = await findHoldsAsked(tx, asked);
  const books = await openBooks(
    at,
    before.flatMap((hold) => hold?.balanceId ?? []),
  );
  for (const book of books.values()) await bringUpToDate(at, book);
  const rows = await findHoldsById(
    tx,
    asked.map(({ id }) => id),
  );
  const holds = new Map(rows.map((row) => [row.id, row]));
  const ends: HoldEnd[] = [];
  const ended = asked.map((one, place): Ended | null => {
    const known = before[place] ?? null;
    const hold = holds.get(one.id);
    const book = known === null ? undefined : books.get(known.balanceId);
    if (known === null || book === undefined || hold === undefined) return null;
    const { serviceId, userId } = known;
    const { commit } = one;
    const why = commit === null ? releaseInBook(book, hold) : commitInBook(book, hold, commit);
    if (why !== null) return { hold: { ...hold, serviceId, userId }, why };
    const charged = commit?.amount ?? null;
    const trigger = commit === null ? "release" : "commit";
    ends.push({ id: hold.id, trigger, charged, usageEventId: null });
    const after: BalanceHold = {
      ...hold,
      status: transition(holdStates, trigger).to,
      charged: charged === null ? null : new Prisma.Decimal(textOfUnits(charged)),
      updatedAt: now,
    };
    holds.set(hold.id, after);
    return { hold: { ...after, serviceId, userId }, why: null };
  });
  if ((await endHolds(at, ends)) < ends.length) {
    throw new Error("A hold must not end while its balance is locked.");
  }
  for (const book of books.values()) if (book.keepsExpired) await settleCredits(at, book);
  await closeBooks(at, books.values());
  return ended;
}

function releaseInBook(book: Book, { id, status, amount }: BalanceHold): RefusalTerms | null {
  if (status !== "HELD") return holdNotHeld(status);
  const held = toTokenUnits(amount);
  book.post("HOLD_RELEASED", { available: held, held: -held }, { holdId: id });
  return null;
}

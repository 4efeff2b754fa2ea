import type { Book } from "../../balances/book.ts";
import { commitInBook } from "../../balances/commit-in-book.ts";
import { stateAfter } from "../../balances/hold-store.ts";
import { type BalanceHold, Prisma } from "../../db/generated/client.ts";
import { textOfUnits, toTokenUnits } from "../../kit/money.ts";
import type { RefusalTerms } from "../../kit/refusal.ts";
import { type Asked, isOwnedBy } from "../../kit/tenant.ts";
import { holdNotFound, holdNotHeld } from "../../schemas/holds.ts";
import { type HoldChanged, type Ledger, shownOf } from "./ledger.ts";

/** How a call ends a hold. */
export interface ToEnd extends Asked {
  /** What to charge, in token units; null: nothing, the hold is released. */
  readonly commit: { readonly amount: bigint; readonly allowMore: boolean } | null;
}

/** Ends a hold that is in place: it is committed or released. */
export function endInBook(ledger: Ledger, { id, tenant, commit }: ToEnd): HoldChanged {
  const { books, holds, kept, now } = ledger;
  const hold = holds.byId(id);
  const book = books.get(hold?.balanceId ?? "");
  if (hold === undefined || book === undefined || !isOwnedBy(tenant, hold)) {
    return { hold: null, why: holdNotFound };
  }
  const why = commit === null ? releaseInBook(book, hold) : commitInBook(book, hold, commit);
  if (why !== null) return { hold: shownOf(hold, book), why };
  kept.get(book)?.settle(now);
  const charged = commit?.amount ?? null;
  const trigger = commit === null ? "release" : "commit";
  ledger.ends.push({ id, trigger, charged, usageEventId: null });
  const after: BalanceHold = {
    ...hold,
    status: stateAfter[trigger],
    charged: charged === null ? null : new Prisma.Decimal(textOfUnits(charged)),
    updatedAt: now,
  };
  holds.set(after);
  return { hold: shownOf(after, book), why: null };
}

function releaseInBook(book: Book, { id, status, amount }: BalanceHold): RefusalTerms | null {
  if (status !== "HELD") return holdNotHeld(status);
  const held = toTokenUnits(amount);
  book.post("HOLD_RELEASED", { available: held, held: -held }, { holdId: id });
  return null;
}

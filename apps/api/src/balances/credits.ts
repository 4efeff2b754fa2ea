import type { InTransaction } from "../db/client.ts";
import type { BalanceCredit } from "../db/generated/client.ts";
import { textOfUnits, toTokenUnits } from "../lib/money.ts";
import type { Book } from "./book.ts";
import { findCreditsToSpend, findNextHoldExpiry, setCreditsRemaining } from "./store.ts";

/*
 * Credits are lots: each was given at once, and may expire. A charge is not taken from them at once: the balance's
 * `unsettled` grows, so that a charge changes one row. What is unsettled is taken from credits before they matter:
 * when one is added, expires or is taken back. All charges until then were of the credits that were there.
 */

interface Credit {
  readonly row: BalanceCredit;
  remaining: bigint;
}

/**
 * Takes what was spent from credits, by the earliest expiry, then the oldest; then ends those that have expired, and
 * finds out when something expires next. Credit that holds have set aside does not expire before it is given back: the
 * credits that expire first count as set aside.
 */
export async function settleCredits({ tx, now }: InTransaction, book: Book): Promise<void> {
  const rows = await findCreditsToSpend(tx, book.balance.id);
  const credits = rows.map((row): Credit => ({ row, remaining: toTokenUnits(row.remaining) }));
  spend(credits, book);
  expire(credits, book, now);
  const changed = credits.filter(({ row, remaining }) => toTokenUnits(row.remaining) !== remaining);
  if (changed.length > 0) {
    await setCreditsRemaining(
      tx,
      changed.map(({ row, remaining }) => ({ id: row.id, remaining: textOfUnits(remaining) })),
    );
  }
  const expiries = credits.flatMap(({ row: { expiresAt }, remaining }) =>
    remaining > 0n && expiresAt !== null && expiresAt > now ? [expiresAt] : [],
  );
  book.keepsExpired = credits.some(
    ({ row: { expiresAt }, remaining }) => remaining > 0n && expiresAt !== null && expiresAt <= now,
  );
  const ofHolds = await findNextHoldExpiry(tx, book.balance.id);
  book.nextDueAt = earliest(ofHolds === null ? expiries : [...expiries, ofHolds]);
}

function spend(credits: readonly Credit[], book: Book): void {
  for (const credit of credits) {
    const taken = smaller(credit.remaining, book.unsettled);
    credit.remaining -= taken;
    book.settle(taken);
  }
}

function expire(credits: readonly Credit[], book: Book, now: Date): void {
  const expired = credits.filter(
    ({ row: { expiresAt } }) => expiresAt !== null && expiresAt <= now,
  );
  let excess = expired.reduce((sum, { remaining }) => sum + remaining, 0n) - book.held;
  for (const credit of expired.toReversed()) {
    if (excess <= 0n) return;
    const taken = smaller(credit.remaining, excess);
    if (taken === 0n) continue;
    credit.remaining -= taken;
    excess -= taken;
    book.post("GRANT_EXPIRED", { available: -taken, held: 0n }, { creditId: credit.row.id });
  }
}

const smaller = (one: bigint, other: bigint) => (one < other ? one : other);

const earliest = (times: readonly Date[]) =>
  times.reduce<Date | null>((first, time) => (first === null || time < first ? time : first), null);

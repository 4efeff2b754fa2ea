import type { BalanceCredit } from "../db/generated/client.ts";
import type { AnyTransaction, InAnyTransaction } from "../db/statements.ts";
import { smaller, textOfUnits, toTokenUnits } from "../kit/money.ts";
import type { Book } from "./book.ts";
import { carryOver, type Expired } from "./recurring-grants/carry-over.ts";
import { findCreditsToSpend, findNextDueOf, setCreditsRemaining } from "./store.ts";

/*
 * Credits are lots: each was given at once, and may expire. A charge is not taken from them at once: the balance's
 * `unsettled` grows, so that a charge changes one row. What is unsettled is taken from credits before they matter:
 * when one is added, expires or is taken back. All charges until then were of the credits that were there.
 */

interface Credit {
  readonly row: BalanceCredit;
  remaining: bigint;
}

/** The credits of a locked balance that are not used up, in the order in which they are spent. */
class Credits {
  readonly #book: Book;
  readonly #credits: readonly Credit[];
  readonly #expired: Expired[] = [];

  private constructor(book: Book, rows: readonly BalanceCredit[]) {
    this.#book = book;
    this.#credits = rows.map((row) => ({ row, remaining: toTokenUnits(row.remaining) }));
  }

  static async of(db: AnyTransaction, book: Book): Promise<Credits> {
    return new Credits(book, await findCreditsToSpend(db, book.balance.id));
  }

  /**
   * Takes what was spent from credits, in their order; then ends those that have expired. Credit that holds have set
   * aside does not expire before it is given back: the credits that are spent first count as set aside.
   */
  settle(now: Date): void {
    for (const credit of this.#credits) {
      const taken = smaller(credit.remaining, this.#book.unsettled);
      credit.remaining -= taken;
      this.#book.settle(taken);
    }
    let setAside = this.#book.held;
    for (const credit of this.#credits) {
      const kept = smaller(credit.remaining, setAside);
      setAside -= kept;
      const taken = credit.remaining - kept;
      if (taken === 0n || !hasExpired(credit.row, now)) continue;
      credit.remaining = kept;
      this.#expired.push({ row: credit.row, amount: taken });
      const about = { creditId: credit.row.id };
      this.#book.post("GRANT_EXPIRED", { available: -taken, held: 0n }, about);
    }
  }

  /**
   * Stores what is left of the credits, carries what has expired of recurring grants over, and sets when the balance is
   * due next.
   */
  async save(at: InAnyTransaction): Promise<void> {
    const { tx, now } = at;
    const book = this.#book;
    const left = this.#credits.filter(({ remaining }) => remaining > 0n);
    const changed = this.#credits.filter(
      ({ row, remaining }) => toTokenUnits(row.remaining) !== remaining,
    );
    if (changed.length > 0) {
      await setCreditsRemaining(
        tx,
        changed.map(({ row, remaining }) => ({ id: row.id, remaining: textOfUnits(remaining) })),
      );
    }
    const carried = await carryOver(at, book, this.#expired);
    const next = await findNextDueOf(tx, book.balance.id);
    const expiries = left.flatMap(({ row }) => (hasExpired(row, now) ? [] : (row.expiresAt ?? [])));
    book.keepsExpired = left.some(({ row }) => hasExpired(row, now));
    book.nextDueAt = earliest([...expiries, ...carried, ...(next === null ? [] : [next])]);
  }
}

/** Settles the credits of one balance. */
export async function settleCredits(at: InAnyTransaction, book: Book): Promise<void> {
  const credits = await Credits.of(at.tx, book);
  credits.settle(at.now);
  await credits.save(at);
}

/** The credits of balances that keep expired credit, which expires as soon as a hold gives it back. */
export type KeptCredits = ReadonlyMap<Book, Credits>;

export async function findKeptCredits(
  { tx }: Pick<InAnyTransaction, "tx">,
  books: Iterable<Book>,
): Promise<KeptCredits> {
  const kept = new Map<Book, Credits>();
  for (const book of books) if (book.keepsExpired) kept.set(book, await Credits.of(tx, book));
  return kept;
}

const hasExpired = ({ expiresAt }: BalanceCredit, now: Date) =>
  expiresAt !== null && expiresAt <= now;

const earliest = (times: readonly Date[]) =>
  times.reduce<Date | null>((first, time) => (first === null || time < first ? time : first), null);

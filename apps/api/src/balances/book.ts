import type {
  Balance,
  BalanceEntryType,
  BalanceHold,
  BalanceStatus,
} from "../db/generated/client.ts";
import { realTime } from "../kit/clock.ts";
import { prefixOf } from "../kit/fields.ts";
import { newId } from "../kit/ids.ts";
import { larger, smaller, toTokenUnits } from "../kit/money.ts";
import type { RefusalTerms } from "../kit/refusal.ts";
import { balanceFrozen, balanceTooLow, overdraftUnknown } from "../schemas/balances.ts";
import { holdNotHeld, moreThanHeld } from "../schemas/holds.ts";

/** A balance whose row is locked. Its amounts are in token units. */
export interface LockedBalance
  extends Pick<
    Balance,
    | "id"
    | "serviceId"
    | "ownerId"
    | "userId"
    | "keyPrefix"
    | "status"
    | "checkedAt"
    | "nextDueAt"
    | "keepsExpired"
    | "createdAt"
  > {
  readonly available: bigint;
  readonly held: bigint;
  readonly unsettled: bigint;
  readonly overdraft: bigint;
  readonly overdraftMax: bigint | null;
  readonly position: bigint;
}

/** How long a lookup of what backs an overdraft can be used, in milliseconds. */
const freshMs = 5_000;

/** Since when a lookup must have ended to be used now. */
export const freshSince = (now: Date): Date => new Date(realTime(now).getTime() - freshMs);

/**
 * Whether the overdraft can be drawn on now. One that a spending cap backs must have been looked up just before; what a clock
 * that was ahead has stamped does not count.
 */
export const canBeDrawn = (
  { overdraftMax, checkedAt }: Pick<LockedBalance, "overdraftMax" | "checkedAt">,
  now: Date,
): boolean =>
  overdraftMax === null ||
  (checkedAt !== null && Math.abs(realTime(now).getTime() - checkedAt.getTime()) < freshMs);

/** What an entry is about. */
export interface EntryAbout {
  readonly usageEventId?: string;
  readonly creditId?: string;
  readonly invoiceId?: string;
  readonly holdId?: string;
  readonly rateCardId?: string;
}

/** An entry of the ledger, in token units. */
export interface BookEntry {
  readonly position: bigint;
  readonly type: BalanceEntryType;
  readonly available: bigint;
  readonly held: bigint;
  readonly availableAfter: bigint;
  readonly heldAfter: bigint;
  readonly about: EntryAbout;
}

/** The amounts of a balance, in token units. */
interface Amounts {
  readonly available: bigint;
  readonly held: bigint;
  /** What was spent and not yet taken from credits. */
  readonly unsettled: bigint;
}

/** What an entry changes. `spent`: what it takes from credits, later. */
type Change = Pick<Amounts, "available" | "held"> & { readonly spent?: bigint };

/**
 * A balance whose row is locked, with the entries that its transaction adds. Nothing is written before
 * `change-balances.ts` writes all of it.
 */
export class Book {
  /** As it was locked. */
  readonly balance: LockedBalance;
  readonly before: Amounts;
  readonly entries: BookEntry[] = [];
  readonly overdraft: bigint;
  /** Of a general balance: the locked balances of the same service and user for prefixes, by these. */
  readonly prefixed = new Map<string, Book>();
  nextDueAt: Date | null;
  /** Whether credit that has expired is kept, because holds have set it aside. */
  keepsExpired: boolean;
  #now: Amounts;

  constructor(balance: LockedBalance) {
    this.balance = balance;
    this.before = balance;
    this.#now = balance;
    this.overdraft = balance.overdraft;
    this.nextDueAt = balance.nextDueAt;
    this.keepsExpired = balance.keepsExpired;
  }

  get available(): bigint {
    return this.#now.available;
  }

  get held(): bigint {
    return this.#now.held;
  }

  get unsettled(): bigint {
    return this.#now.unsettled;
  }

  /** The position of its last entry. */
  get position(): bigint {
    return this.entries.at(-1)?.position ?? this.balance.position;
  }

  get status(): BalanceStatus {
    return this.available < -this.overdraft ? "FROZEN" : "ACTIVE";
  }

  /** What can be spent, with the overdraft; negative while it is FROZEN. */
  spendable(now: Date): bigint {
    return this.available + (canBeDrawn(this.balance, now) ? this.overdraft : 0n);
  }

  /** Why an amount cannot be spent; null: it can be. */
  refusalOf(amount: bigint, now: Date): RefusalTerms | null {
    if (amount > this.available && !canBeDrawn(this.balance, now)) return overdraftUnknown;
    if (this.status === "FROZEN") return balanceFrozen;
    return amount > this.spendable(now) ? balanceTooLow : null;
  }

  /** How much of an amount it can pay with its overdraft; at least 0. */
  affordable(amount: bigint, now: Date): bigint {
    return larger(smaller(amount, this.spendable(now)), 0n);
  }

  /** Adds an entry. */
  post(
    type: BalanceEntryType,
    { available, held, spent = 0n }: Change,
    about: EntryAbout = {},
  ): void {
    const after = {
      available: this.available + available,
      held: this.held + held,
      unsettled: this.unsettled + spent,
    };
    const position = this.position + 1n;
    this.entries.push({
      position,
      type,
      available,
      held,
      availableAfter: after.available,
      heldAfter: after.held,
      about,
    });
    this.#now = after;
  }

  /** Records that an amount of what was spent was taken from credits. */
  settle(amount: bigint): void {
    const { available, held, unsettled } = this;
    this.#now = { available, held, unsettled: unsettled - amount };
  }
}

/** Credit that a book needs besides its entries, in token units. */
export interface CreditToInsert {
  readonly id: string;
  readonly balanceId: string;
  readonly amount: bigint;
}

/**
 * Gives back what was charged too much by a rate card: first what was not yet taken from credits, then as a new credit.
 *
 * @returns the credit, which the same transaction must insert; null: it needs none
 */
export function giveBackInBook(
  book: Book,
  amount: bigint,
  rateCardId: string,
): CreditToInsert | null {
  const part = smaller(amount, book.unsettled);
  if (part > 0n) {
    book.post("CHARGE_ADJUSTED", { available: part, held: 0n, spent: -part }, { rateCardId });
  }
  const rest = amount - part;
  if (rest === 0n) return null;
  const id = newId();
  book.post("CHARGE_ADJUSTED", { available: rest, held: 0n }, { creditId: id, rateCardId });
  return { id, balanceId: book.balance.id, amount: rest };
}

/** The balances that pay for usage: first the one for its prefix, if there is one, as far as it can; the general one the rest. */
export interface Payers {
  readonly prefixed: Book | null;
  readonly general: Book;
}

/** @param eventKey of the usage; null: it is not known, and the general balance pays alone */
export const payersOf = (general: Book, eventKey: string | null): Payers => ({
  prefixed: (eventKey !== null && general.prefixed.get(prefixOf(eventKey))) || null,
  general,
});

export const booksOf = ({ prefixed, general }: Payers): readonly Book[] =>
  prefixed === null ? [general] : [prefixed, general];

/** What each of the payers pays, in token units. */
export interface Shares {
  readonly prefixed: bigint;
  readonly general: bigint;
}

/** The payers that pay something, with what they pay. */
export const paidBy = (payers: Payers, shares: Shares): (readonly [Book, bigint])[] =>
  (
    [
      [payers.general, shares.general],
      [payers.prefixed, shares.prefixed],
    ] as const
  ).flatMap(([book, part]) => (book !== null && part > 0n ? [[book, part] as const] : []));

/** What payers can pay of an amount. */
export function affordableBy({ prefixed, general }: Payers, amount: bigint, now: Date): Shares {
  const first = prefixed?.affordable(amount, now) ?? 0n;
  return { prefixed: first, general: general.affordable(amount - first, now) };
}

/** An amount that a hold has set aside on one of the payers. */
interface Held {
  readonly hold: Pick<BalanceHold, "id" | "heldOnId">;
  readonly amount: bigint;
}

/** Adds the entries of a charge, which commits a hold if it has one. Without, the general balance has one if the other pays nothing. */
export function postCharge(
  { prefixed, general }: Payers,
  shares: Shares,
  about: EntryAbout,
  held: Held | null = null,
): void {
  const post = (book: Book, spent: bigint, isNeeded: boolean) => {
    const of = { ...about, ...(held && { holdId: held.hold.id }) };
    if (held !== null && book.balance.id === held.hold.heldOnId) {
      const change = { available: held.amount - spent, held: -held.amount, spent };
      book.post("HOLD_COMMITTED", change, of);
    } else if (spent > 0n || isNeeded) {
      book.post("CHARGE", { available: -spent, held: 0n, spent }, of);
    }
  };
  if (prefixed !== null) post(prefixed, shares.prefixed, false);
  post(general, shares.general, held === null && shares.prefixed === 0n);
}

interface Payment {
  /** In token units. */
  readonly amount: bigint;
  /** The hold that it commits, which one of the payers has set aside; the rest is given back. null: none. */
  readonly hold: BalanceHold | null;
  /** Whether more than was held may be paid. */
  readonly allowMore?: boolean;
  readonly about?: Pick<EntryAbout, "usageEventId" | "rateCardId">;
}

/**
 * Charges usage, all of it or nothing. A frozen balance pays up to what it has set aside; only what exceeds it must be
 * available.
 *
 * @returns what each has paid; or why it is refused, and the books are unchanged
 */
export function pay(
  payers: Payers,
  { amount, hold, allowMore = false, about = {} }: Payment,
  now: Date,
): Shares | RefusalTerms {
  const held = hold && { hold, amount: toTokenUnits(hold.amount) };
  if (hold !== null && hold.status !== "HELD") return holdNotHeld(hold.status);
  if (held !== null && amount > held.amount && !allowMore) return moreThanHeld;
  const { prefixed, general } = payers;
  const heldBy = (book: Book) =>
    held !== null && book.balance.id === held.hold.heldOnId ? held.amount : 0n;
  const first =
    prefixed === null ? 0n : smaller(amount, prefixed.affordable(amount, now) + heldBy(prefixed));
  const shares = { prefixed: first, general: amount - first };
  const missing = shares.general - heldBy(general);
  // Also usage that is free needs a balance that is not frozen.
  if (missing > 0n || (hold === null && first === 0n)) {
    const why = general.refusalOf(missing, now);
    if (why !== null) return why;
  }
  postCharge(payers, shares, about, held);
  return shares;
}

/** Commits a hold without an event. There is no prefix then: what has set it aside pays alone. @returns why it is refused */
export function commitInBook(
  general: Book,
  hold: BalanceHold,
  commit: Pick<Payment, "amount" | "allowMore">,
  now: Date,
): RefusalTerms | null {
  const paid = pay({ general, prefixed: null }, { ...commit, hold }, now);
  return "kind" in paid ? paid : null;
}

/** Gives a hold back. @returns why it is refused */
export function releaseInBook(
  book: Book,
  { id, status, amount }: BalanceHold,
): RefusalTerms | null {
  if (status !== "HELD") return holdNotHeld(status);
  const held = toTokenUnits(amount);
  book.post("HOLD_RELEASED", { available: held, held: -held }, { holdId: id });
  return null;
}

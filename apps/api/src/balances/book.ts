import type {
  Balance,
  BalanceEntryType,
  BalanceHold,
  BalanceStatus,
} from "../db/generated/client.ts";
import { realTime } from "../kit/clock.ts";
import { newId } from "../kit/ids.ts";
import { smaller, toTokenUnits } from "../kit/money.ts";
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
    | "status"
    | "checkedAt"
    | "nextDueAt"
    | "keepsExpired"
  > {
  readonly available: bigint;
  readonly held: bigint;
  readonly unsettled: bigint;
  readonly overdraft: bigint;
  readonly overdraftMax: bigint | null;
  readonly lowAt: bigint | null;
  readonly position: bigint;
}

/** How long a lookup of what backs an overdraft can be used, in milliseconds. */
const freshMs = 5_000;

/** Since when a lookup must have ended to be used now. */
export const freshSince = (now: Date): Date => new Date(realTime(now).getTime() - freshMs);

/** Whether the overdraft can be drawn on now. One that a spending cap backs must have been looked up just before. */
export const canBeDrawn = (
  { overdraftMax, checkedAt }: Pick<LockedBalance, "overdraftMax" | "checkedAt">,
  now: Date,
): boolean => overdraftMax === null || (checkedAt !== null && checkedAt > freshSince(now));

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

interface Commit {
  /** In token units. */
  readonly amount: bigint;
  readonly allowMore: boolean;
  readonly about?: Pick<EntryAbout, "usageEventId" | "rateCardId">;
}

/**
 * Commits a hold: charges an amount and gives back the rest. A frozen balance pays up to the held amount too; only what
 * exceeds it must be available.
 *
 * @returns why it is refused, and the book is unchanged; null: it is committed
 */
export function commitInBook(
  book: Book,
  { id, status, amount: heldAmount }: BalanceHold,
  { amount, allowMore, about }: Commit,
  now: Date,
): RefusalTerms | null {
  if (status !== "HELD") return holdNotHeld(status);
  const held = toTokenUnits(heldAmount);
  if (amount > held) {
    if (!allowMore) return moreThanHeld;
    const why = book.refusalOf(amount - held, now);
    if (why !== null) return why;
  }
  const change = { available: held - amount, held: -held, spent: amount };
  book.post("HOLD_COMMITTED", change, { holdId: id, ...about });
  return null;
}

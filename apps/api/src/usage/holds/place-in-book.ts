import type { Book } from "../../balances/book.ts";
import { type BalanceHold, Prisma } from "../../db/generated/client.ts";
import { newEventId } from "../../kit/ids.ts";
import { type Amount, toTokenUnits } from "../../kit/money.ts";
import type { RefusalTerms } from "../../kit/refusal.ts";
import { isOwnedBy, type Tenant } from "../../kit/tenant.ts";
import { balanceFrozen, balanceNotFound, balanceTooLow } from "../../schemas/balances.ts";
import { holdKeyUsed, holdTooLong, maxHoldMs } from "../../schemas/holds.ts";
import { type HoldChanged, type Ledger, shownOf } from "./ledger.ts";

/** A hold to place. */
export interface ToPlace {
  readonly balanceId: string;
  readonly key: string;
  readonly amount: Amount;
  readonly expiresAt: Date;
  readonly tenant: Tenant;
  readonly apiKeyId: string;
}

/** Places a hold if its balance has enough, or finds the one of the same key. */
export function placeInBook(ledger: Ledger, one: ToPlace): HoldChanged {
  const { books, holds, now } = ledger;
  const book = books.get(one.balanceId);
  if (book === undefined || !isOwnedBy(one.tenant, book.balance)) {
    return { hold: null, why: balanceNotFound };
  }
  const earlier = holds.byKey(one);
  if (earlier !== undefined) {
    return { hold: shownOf(earlier, book), why: isSame(earlier, one) ? null : holdKeyUsed };
  }
  const why = refusalOf(book, one, now);
  if (why !== null) return { hold: null, why };
  const hold = newHold(book, one, now);
  const units = toTokenUnits(one.amount);
  book.post("HOLD", { available: -units, held: units }, { holdId: hold.id });
  if (book.nextDueAt === null || hold.expiresAt < book.nextDueAt) book.nextDueAt = hold.expiresAt;
  holds.set(hold);
  ledger.placed.push(hold);
  return { hold: shownOf(hold, book), why: null };
}

const isSame = ({ amount, expiresAt }: BalanceHold, one: ToPlace) =>
  one.amount.eq(amount.toFixed()) && one.expiresAt.getTime() === expiresAt.getTime();

function refusalOf(book: Book, { amount, expiresAt }: ToPlace, now: Date): RefusalTerms | null {
  const lasts = expiresAt.getTime() - now.getTime();
  if (lasts <= 0 || lasts > maxHoldMs) return holdTooLong;
  if (book.status === "FROZEN") return balanceFrozen;
  return book.has(toTokenUnits(amount)) ? null : balanceTooLow;
}

function newHold(
  { balance: { ownerId } }: Book,
  { tenant: _, amount, ...one }: ToPlace,
  now: Date,
): BalanceHold {
  return {
    ...one,
    id: newEventId(now),
    ownerId,
    status: "HELD",
    amount: new Prisma.Decimal(amount.toFixed()),
    charged: null,
    usageEventId: null,
    createdAt: now,
    updatedAt: now,
  };
}

import { type Book, type CreditToInsert, commitInBook, giveBackInBook } from "../balances/book.ts";
import type { KeptCredits } from "../balances/credits.ts";
import type { HoldEnd } from "../balances/hold-store.ts";
import type { BalanceHold } from "../db/generated/client.ts";
import { larger, toTokenUnits } from "../kit/money.ts";
import type { RefusalTerms } from "../kit/refusal.ts";
import { isExpiryDue } from "../operation/ports/due.ts";
import { balanceNotFound, byRateCard, overdraftUnknown } from "../schemas/balances.ts";
import { holdNotFound } from "../schemas/holds.ts";
import type { NewEvent } from "./insert-usage.ts";
import type { PrepaidBook } from "./prepaid/prepaid-book.ts";
import { type Price, pricedUsage } from "./prepaid/prepaid-period.ts";
import { refused, type Unrecorded } from "./reported.ts";

/** The balances that a batch charges, while they are locked, and what it writes with them. */
export interface ChargeParts {
  readonly books: ReadonlyMap<string, Book>;
  readonly kept: KeptCredits;
  readonly prepaid: PrepaidBook;
  readonly holds: Map<string, BalanceHold>;
  /** Gets the hold that a charge ends. */
  readonly ends: HoldEnd[];
  /** Gets the credit that a charge gives back. */
  readonly credits: CreditToInsert[];
}

/** Whether an event is charged what the rate card says. */
export const isPriced = ({ charge }: Pick<NewEvent, "charge">): boolean =>
  charge?.amount === byRateCard;

/** What an event is charged, in token units; with its price if the rate card says it. */
export interface Cost {
  readonly amount: bigint;
  readonly price: Price | null;
}

/** @returns the refusal when the event has no price */
export function costOf(
  { prepaid }: Pick<ChargeParts, "prepaid">,
  event: NewEvent,
  now: Date,
): Cost | RefusalTerms {
  const { charge, input } = event;
  if (charge?.amount === undefined) return { amount: 0n, price: null };
  if (charge.amount !== byRateCard) return { amount: toTokenUnits(charge.amount), price: null };
  const price = prepaid.priceOf(pricedUsage(input, now));
  if ("kind" in price) return price;
  return { amount: larger(price.amount, 0n), price };
}

/** The event's balance; null when it is of another service or user. The service is known to be the tenant's. */
function bookOf(books: ReadonlyMap<string, Book>, { input, charge }: NewEvent): Book | null {
  const book = books.get(charge?.balanceId ?? "");
  if (book === undefined) return null;
  const { serviceId, userId } = book.balance;
  return serviceId === input.serviceId && userId === input.userId ? book : null;
}

/** Charges an event to its balance, if it has a charge. @returns why it is refused; null: it is not */
export function chargeEvent(
  parts: ChargeParts,
  event: NewEvent,
  { amount, price }: Cost,
  now: Date,
): Unrecorded | null {
  const { id, charge } = event;
  if (charge === null) return null;
  const book = bookOf(parts.books, event);
  if (book === null) return refused(balanceNotFound);
  const { balance } = book;
  if (isExpiryDue(balance, now)) {
    return { outcome: "overdue", records: { balances: [balance], at: now } };
  }
  const about = { usageEventId: id, ...(price && { rateCardId: price.rateCardId }) };
  const why =
    charge.hold === null
      ? chargeBook(book, amount, about, now)
      : commitHold(parts, book, charge.hold, { amount, about }, now);
  if (why === overdraftUnknown) return { outcome: "overdue", records: { overdrafts: [balance] } };
  if (why !== null) return refused(why);
  if (price !== null) {
    price.add();
    const credit = price.amount < 0n ? giveBackInBook(book, -price.amount, price.rateCardId) : null;
    if (credit !== null) parts.credits.push(credit);
  }
  if (charge.hold !== null) parts.kept.get(book)?.settle(now); // what it gives back may have expired
  return null;
}

interface About {
  readonly usageEventId: string;
  readonly rateCardId?: string;
}

function chargeBook(book: Book, amount: bigint, about: About, now: Date): RefusalTerms | null {
  const why = book.refusalOf(amount, now);
  if (why !== null) return why;
  book.post("CHARGE", { available: -amount, held: 0n, spent: amount }, about);
  return null;
}

function commitHold(
  { holds, ends }: ChargeParts,
  book: Book,
  { id, allowMore }: { readonly id: string; readonly allowMore: boolean },
  { amount, about }: { readonly amount: bigint; readonly about: About },
  now: Date,
): RefusalTerms | null {
  const hold = holds.get(id);
  if (hold?.balanceId !== book.balance.id) return holdNotFound;
  const why = commitInBook(book, hold, { amount, allowMore, about }, now);
  if (why !== null) return why;
  holds.set(id, { ...hold, status: "COMMITTED" }); // a second commit of the batch finds it ended
  ends.push({ id, trigger: "commit", charged: amount, usageEventId: about.usageEventId });
  return null;
}

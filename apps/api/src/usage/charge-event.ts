import {
  type Book,
  booksOf,
  type CreditToInsert,
  type Payers,
  pay,
  payersOf,
  type Shares,
} from "../balances/book.ts";
import type { KeptCredits } from "../balances/credits.ts";
import type { HoldEnd } from "../balances/hold-store.ts";
import type { BalanceHold } from "../db/generated/client.ts";
import { prefixOf } from "../kit/fields.ts";
import { larger, toTokenUnits } from "../kit/money.ts";
import type { RefusalTerms } from "../kit/refusal.ts";
import { isExpiryDue } from "../operation/ports/due.ts";
import {
  balanceForPrefix,
  balanceNotFound,
  byRateCard,
  overdraftUnknown,
} from "../schemas/balances.ts";
import { holdNotFound } from "../schemas/holds.ts";
import type { NewEvent } from "./insert-usage.ts";
import { giveBack } from "./prepaid/give-back.ts";
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
  if (book.balance.keyPrefix !== null) return refused(balanceForPrefix);
  const { eventKey } = event.input;
  const payers = payersOf(book, eventKey);
  const books = booksOf(payers);
  const due = books.map(({ balance }) => balance).filter((balance) => isExpiryDue(balance, now));
  if (due.length > 0) return { outcome: "overdue", records: { balances: due, at: now } };
  const about = { usageEventId: id, ...(price && { rateCardId: price.rateCardId }) };
  const paid =
    charge.hold === null
      ? pay(payers, { amount, hold: null, about }, now)
      : commitHold(parts, payers, charge.hold, { amount, about }, now);
  if (paid === overdraftUnknown) {
    return { outcome: "overdue", records: { overdrafts: [book.balance] } };
  }
  if ("kind" in paid) return refused(paid);
  if (price !== null) {
    price.add();
    const { period } = price;
    if (payers.prefixed !== null) period.share(prefixOf(eventKey), paid);
    if (price.amount < 0n) {
      const tooMuch = { prefix: prefixOf(eventKey), amount: -price.amount, before: 0n };
      parts.credits.push(...giveBack(payers, period, tooMuch));
    }
  }
  // What a hold gives back may have expired.
  if (charge.hold !== null) for (const one of books) parts.kept.get(one)?.settle(now);
  return null;
}

interface About {
  readonly usageEventId: string;
  readonly rateCardId?: string;
}

function commitHold(
  { holds, ends }: ChargeParts,
  payers: Payers,
  { id, allowMore }: { readonly id: string; readonly allowMore: boolean },
  { amount, about }: { readonly amount: bigint; readonly about: About },
  now: Date,
): Shares | RefusalTerms {
  const hold = holds.get(id);
  if (hold?.balanceId !== payers.general.balance.id) return holdNotFound;
  // It has set aside what is for usage of another prefix.
  if (booksOf(payers).every(({ balance }) => balance.id !== hold.heldOnId)) return balanceForPrefix;
  const paid = pay(payers, { amount, hold, allowMore, about }, now);
  if ("kind" in paid) return paid;
  holds.set(id, { ...hold, status: "COMMITTED" }); // a second commit of the batch finds it ended
  ends.push({ id, trigger: "commit", charged: amount, usageEventId: about.usageEventId });
  return paid;
}

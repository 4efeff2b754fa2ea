import type { Book } from "../../balances/book.ts";
import { bringUpToDate, closeBooks, openBooks } from "../../balances/change-balances.ts";
import { findKeptCredits } from "../../balances/credits.ts";
import {
  findHoldsById,
  findHoldsByKey,
  holdsToEnd,
  holdsToInsert,
} from "../../balances/hold-store.ts";
import type { AnyTransaction } from "../../db/client.ts";
import { type TestTime, testTimeIn } from "../../kit/clock.ts";
import { isOwnedBy } from "../../kit/tenant.ts";
import { isExpiryDue } from "../../operation/ports/due.ts";
import { endInBook, type ToEnd } from "./end-in-book.ts";
import { type HoldChanged, Holds } from "./ledger.ts";
import { placeInBook, type ToPlace } from "./place-in-book.ts";

/** What a call asks for. */
export type HoldChange = ToPlace | ToEnd;

/** Reads the time of a service that is on a test clock; null: it is on none. */
type TestTimeOf = (serviceId: string) => Promise<TestTime | null>;

/** `testTimeOf` is null where no service can be on a test clock. */
type TimedChange = HoldChange & { readonly testTimeOf: TestTimeOf | null };

const isToPlace = <One extends HoldChange>(one: One): one is One & ToPlace => "balanceId" in one;

/**
 * Places and ends holds, in the order in which the calls arrived, as far as the balances suffice. Expired holds are ended
 * first. Concurrent calls end a hold once.
 *
 * @param now the real time, or that of the test clock of the services of all holds
 * @param allowSecond called when the balances are locked
 * @returns null where nothing was done, because the service is on a test clock and `now` is the real time
 */
export async function changeHolds(
  tx: AnyTransaction,
  asked: readonly TimedChange[],
  now: Date,
  allowSecond: () => void = () => {},
): Promise<(HoldChanged | null)[]> {
  const at = { tx, now };
  const places = asked.filter(isToPlace);
  const ids = asked.flatMap((one) => (isToPlace(one) ? [] : one.id));
  const balanceIds = places.map(({ balanceId }) => balanceId);
  const read = async () => {
    const rows = await Promise.all([findHoldsById(tx, ids), findHoldsByKey(tx, places)]);
    return new Holds(rows.flat());
  };
  // Sent together. Postgres runs them one by one, each in a snapshot that is younger than the locks.
  const [locked, found] = await Promise.all([
    openBooks(at, balanceIds, ids).finally(allowSecond),
    read(),
  ]);
  let holds = found;
  const books = await booksOfTime(locked, asked, now);
  const due = dueBooks(books, holds, asked, now);
  for (const book of due) await bringUpToDate(at, book);
  if (due.size > 0) holds = await read();
  const kept = await findKeptCredits(at, books.values());
  const ledger = { books, kept, holds, placed: [], ends: [], now };
  const changed = asked.map((one) => {
    const balanceId = balanceOf(one, holds);
    if (locked.has(balanceId) && !books.has(balanceId)) return null;
    return isToPlace(one) ? placeInBook(ledger, one) : endInBook(ledger, one);
  });
  const others = [...holdsToInsert(ledger.placed, now), ...holdsToEnd(ledger.ends, now)];
  await closeBooks(at, books.values(), { others, kept });
  return changed;
}

const balanceOf = (one: HoldChange, holds: Holds): string =>
  isToPlace(one) ? one.balanceId : (holds.byId(one.id)?.balanceId ?? "");

/** The books of services that have the time of the transaction. */
async function booksOfTime(
  books: ReadonlyMap<string, Book>,
  asked: readonly TimedChange[],
  now: Date,
): Promise<ReadonlyMap<string, Book>> {
  const testTimeOf = asked[0]?.testTimeOf ?? null;
  if (testTimeOf === null || testTimeIn(now) !== null) return books;
  const ofTime = new Map<string, Book>();
  for (const [id, book] of books) {
    if ((await testTimeOf(book.balance.serviceId)) === null) ofTime.set(id, book);
  }
  return ofTime;
}

/** The balances that are due, of those that the callers may change. */
function dueBooks(
  books: ReadonlyMap<string, Book>,
  holds: Holds,
  asked: readonly TimedChange[],
  now: Date,
): ReadonlySet<Book> {
  const due = new Set<Book>();
  for (const one of asked) {
    const book = books.get(balanceOf(one, holds));
    if (book !== undefined && isOwnedBy(one.tenant, book.balance) && isExpiryDue(book.balance, now))
      due.add(book);
  }
  return due;
}

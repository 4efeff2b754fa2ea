import type { Book } from "../balances/book.ts";
import { bringUpToDate, closeBooks, openBooks } from "../balances/change-balances.ts";
import { findKeptCredits } from "../balances/credits.ts";
import { endHolds, findHoldsById, findHoldsByKey, insertHolds } from "../balances/holds.ts";
import type { Queryable } from "../db/client.ts";
import { isOwnedBy } from "../lib/tenant.ts";
import { isExpiryDue } from "../ports/due.ts";
import { endInBook, type ToEnd } from "./end-in-book.ts";
import { type HoldChanged, Holds } from "./ledger.ts";
import { placeInBook, type ToPlace } from "./place-in-book.ts";

/** What a call asks for. */
export type HoldChange = ToPlace | ToEnd;

const isToPlace = (one: HoldChange): one is ToPlace => "balanceId" in one;

/**
 * Places and ends holds, in the order in which the calls arrived, as far as the balances suffice. Expired holds are ended
 * first. Concurrent calls end a hold once.
 */
export async function changeHolds(
  tx: Queryable,
  asked: readonly HoldChange[],
  now: Date,
): Promise<HoldChanged[]> {
  const at = { tx, now };
  const places = asked.filter(isToPlace);
  const ids = asked.flatMap((one) => (isToPlace(one) ? [] : one.id));
  const books = await openBooks(
    at,
    places.map(({ balanceId }) => balanceId),
    ids,
  );
  const read = async () =>
    new Holds([...(await findHoldsById(tx, ids)), ...(await findHoldsByKey(tx, places))]);
  let holds = await read();
  const due = dueBooks(books, holds, asked, now);
  for (const book of due) await bringUpToDate(at, book);
  if (due.size > 0) holds = await read();
  const kept = await findKeptCredits(at, books.values());
  const ledger = { books, kept, holds, placed: [], ends: [], now };
  const changed = asked.map((one) =>
    isToPlace(one) ? placeInBook(ledger, one) : endInBook(ledger, one),
  );
  await insertHolds(at, ledger.placed);
  await endHolds(at, ledger.ends);
  for (const credits of kept.values()) await credits.save(at);
  await closeBooks(at, books.values());
  return changed;
}

/** The balances that are due, of those that the callers may change. */
function dueBooks(
  books: ReadonlyMap<string, Book>,
  holds: Holds,
  asked: readonly HoldChange[],
  now: Date,
): ReadonlySet<Book> {
  const due = new Set<Book>();
  for (const one of asked) {
    const balanceId = isToPlace(one) ? one.balanceId : holds.byId(one.id)?.balanceId;
    const book = books.get(balanceId ?? "");
    if (book !== undefined && isOwnedBy(one.tenant, book.balance) && isExpiryDue(book.balance, now))
      due.add(book);
  }
  return due;
}

import type { InTransaction } from "../db/client.ts";
import type { InAnyTransaction } from "../db/statements.ts";
import { toTokenUnits } from "../kit/money.ts";
import { type Asked, everyone } from "../kit/tenant.ts";
import { isExpiryDue } from "../operation/ports/due.ts";
import { announceCrossings, findAlerts } from "../outbox/announce-alerts.ts";
import { announceBalances, announceHolds, watchedChanges } from "./announce-balances.ts";
import { Book } from "./book.ts";
import { type AskedBalance, lockBalances, type RowsToWrite, writeBooks } from "./book-store.ts";
import { type KeptCredits, settleCredits } from "./credits.ts";
import { expireHoldsOf } from "./hold-store.ts";
import { grantPeriods } from "./recurring-grants/grant-periods.ts";

/** Gives back the amounts of a balance's expired holds. */
async function expireHolds(at: InAnyTransaction, book: Book): Promise<void> {
  const holds = await expireHoldsOf(at, book.balance.id);
  for (const { id, amount } of holds) {
    const units = toTokenUnits(amount);
    book.post("HOLD_EXPIRED", { available: units, held: -units }, { holdId: id });
  }
  await announceHolds(at, book, holds);
}

/**
 * Locks balances in the order of their ids until the transaction ends, so that nothing else changes them. Of several
 * balances, a transaction locks all with one call.
 *
 * @returns those that exist, by id
 */
export function openBooks(
  at: Pick<InAnyTransaction, "tx">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Book>> {
  return openBooksOf(
    at,
    ids.map((id) => ({ id, tenant: everyone })),
  );
}

/**
 * The same, but locks no balance of another seller than the tenant who asks for it.
 *
 * @param holds whose balances are locked too
 */
export async function openBooksOf(
  { tx }: Pick<InAnyTransaction, "tx">,
  asked: readonly AskedBalance[],
  holds: readonly Asked[] = [],
): Promise<ReadonlyMap<string, Book>> {
  // No balance is for the empty prefix, so that stands for none. Every other text, such as "null", can be one.
  const distinct = new Map(
    asked.map((one) => [`${one.id} ${one.tenant} ${one.prefix ?? ""}`, one]),
  );
  const rows = await lockBalances(tx, [...distinct.values()], holds);
  const books = new Map(rows.map((row) => [row.id, new Book(row)]));
  if (rows.some(({ keyPrefix }) => keyPrefix !== null)) connect([...books.values()]);
  return books;
}

/** Makes the balances for prefixes known to the general ones. */
function connect(books: readonly Book[]): void {
  const nameOf = ({ balance: { serviceId, userId } }: Book) => `${serviceId} ${userId}`;
  const general = new Map(
    books.filter(({ balance }) => balance.keyPrefix === null).map((book) => [nameOf(book), book]),
  );
  for (const book of books) {
    const { keyPrefix } = book.balance;
    if (keyPrefix !== null) general.get(nameOf(book))?.prefixed.set(keyPrefix, book);
  }
}

/** What is written with books. */
interface WithBooks {
  /** Rows of other tables. */
  readonly others: readonly RowsToWrite[];
  /** Credits of the books, settled. */
  readonly kept: KeptCredits;
}

/** Writes changed books with their entries, and records the events that the changes cause. */
export async function closeBooks(
  at: InAnyTransaction,
  books: Iterable<Book>,
  { others, kept }: WithBooks = { others: [], kept: new Map() },
): Promise<void> {
  let rest = others;
  if (kept.size > 0) {
    // When a balance is due next depends on the holds that are in place by then.
    if (others.length > 0) await writeBooks(at, [], others);
    rest = [];
    for (const credits of kept.values()) await credits.save(at);
  }
  const changed = [...books].filter(hasChanged);
  if (changed.length === 0 && rest.length === 0) return;
  const watched = watchedChanges(changed);
  // Sent together.
  const [alerts] = await Promise.all([findAlerts(at, watched), writeBooks(at, changed, rest)]);
  await announceBalances(at, changed);
  await announceCrossings(at, alerts, watched);
}

const hasChanged = ({ entries, balance, nextDueAt, keepsExpired, before, unsettled }: Book) =>
  entries.length > 0 ||
  keepsExpired !== balance.keepsExpired ||
  before.unsettled !== unsettled ||
  nextDueAt?.getTime() !== balance.nextDueAt?.getTime();

/** Ends the expired holds and credits of a balance that is due, and grants the credit of new periods. */
export async function bringUpToDate(at: InAnyTransaction, book: Book): Promise<void> {
  if (!isExpiryDue(book.balance, at.now)) return;
  await expireHolds(at, book);
  await grantPeriods(at, book);
  await settleCredits(at, book);
}

/**
 * Changes balances, as of now: what has expired is ended first, and what was spent is taken from credits before and after
 * the change.
 */
export async function changeBalances<Result>(
  at: InAnyTransaction,
  asked: readonly AskedBalance[],
  change: (books: ReadonlyMap<string, Book>) => Promise<Result>,
): Promise<Result> {
  const books = await openBooksOf(at, asked);
  for (const book of books.values()) {
    await bringUpToDate(at, book);
    await settleCredits(at, book);
  }
  const result = await change(books);
  for (const book of books.values()) await settleCredits(at, book);
  await closeBooks(at, books.values());
  return result;
}

/** Changes one balance in the same way. @returns null when there is no such balance */
export function changeBalance<Result>(
  at: InAnyTransaction,
  id: string,
  change: (book: Book) => Promise<Result>,
): Promise<Result | null> {
  return changeBalances(at, [{ id, tenant: everyone }], async (books) => {
    const book = books.get(id);
    return book === undefined ? null : change(book);
  });
}

/** How many moments at which periods begin are made up in one transaction, whose time is limited. */
const mostMoments = 200;

/** Locks a balance and brings it up to date, or nearer to it: it is due until it is. */
export async function advanceBalance(at: InTransaction, id: string): Promise<void> {
  const book = (await openBooks(at, [id])).get(id);
  if (book === undefined || !isExpiryDue(book.balance, at.now)) return;
  await expireHolds(at, book);
  if (await grantPeriods(at, book, mostMoments)) await settleCredits(at, book);
  await closeBooks(at, [book]);
}

import { type Book, booksOf, commitInBook, payersOf, releaseInBook } from "../../balances/book.ts";
import { bringUpToDate, closeBooks, openBooksOf } from "../../balances/change-balances.ts";
import { findKeptCredits, type KeptCredits } from "../../balances/credits.ts";
import {
  findHoldsById,
  findHoldsByKey,
  type HoldEnd,
  type HoldView,
  heldUsage,
  holdsToEnd,
  holdsToInsert,
  stateAfter,
  viewOf,
} from "../../balances/hold-store.ts";
import { type BalanceHold, Prisma, type Subscription } from "../../db/generated/client.ts";
import { jsonFields, readRecords, recordStatement } from "../../db/json-rows.ts";
import type { AnyTransaction } from "../../db/statements.ts";
import { type TestTime, testTimeIn } from "../../kit/clock.ts";
import { prefixOf } from "../../kit/fields.ts";
import { newEventId } from "../../kit/ids.ts";
import { type Amount, larger, textOfUnits, toTokenUnits } from "../../kit/money.ts";
import type { RefusalTerms } from "../../kit/refusal.ts";
import { type Asked, isOwnedBy, type Tenant } from "../../kit/tenant.ts";
import { isExpiryDue } from "../../operation/ports/due.ts";
import {
  balanceForPrefix,
  balanceNotFound,
  byRateCard,
  chargeIncomplete,
} from "../../schemas/balances.ts";
import { holdKeyUsed, holdNotFound, holdTooLong, maxHoldMs } from "../../schemas/holds.ts";
import { subscriptionNotOfServiceAndUser } from "../../schemas/subscriptions.ts";
import { subscriptionTakesNoUsage } from "../../schemas/usage-events.ts";
import { LimitBook, lockLimitedServices } from "../limits/limit-book.ts";
import { type LimitedUsage, reservedBy } from "../limits/limit-counter.ts";
import { PrepaidBook } from "../prepaid/prepaid-book.ts";
import { pricedUsage } from "../prepaid/prepaid-period.ts";
import { findBillingTerms } from "../prepaid/store.ts";

/** What a batch of calls changes, while the balances are locked. */
interface Ledger {
  readonly books: ReadonlyMap<string, Book>;
  readonly kept: KeptCredits;
  readonly holds: Holds;
  readonly limits: LimitBook;
  readonly prepaid: PrepaidBook;
  /** Those for whose usage holds are to be placed, by their ids. */
  readonly subscribed: ReadonlyMap<string, Subscribed>;
  readonly placed: BalanceHold[];
  readonly ends: HoldEnd[];
  readonly now: Date;
}

type Subscribed = Pick<Subscription, "id" | "serviceId" | "userId" | "status">;

/** A hold after a call; and why the call was refused, if it was. */
export interface HoldChanged {
  /** null: the tenant has no such hold. */
  readonly hold: HoldView | null;
  readonly why: RefusalTerms | null;
}

/** The holds of a batch, with the changes so far. */
class Holds {
  readonly #byId = new Map<string, BalanceHold>();
  readonly #byKey = new Map<string, string>();

  constructor(rows: readonly BalanceHold[]) {
    for (const row of rows) this.set(row);
  }

  byId(id: string): BalanceHold | undefined {
    return this.#byId.get(id);
  }

  byKey(named: Pick<BalanceHold, "balanceId" | "key">): BalanceHold | undefined {
    return this.#byId.get(this.#byKey.get(nameOf(named)) ?? "");
  }

  set(hold: BalanceHold): void {
    this.#byId.set(hold.id, hold);
    this.#byKey.set(nameOf(hold), hold.id);
  }
}

/** Ids do not contain NUL. */
const nameOf = ({ balanceId, key }: Pick<BalanceHold, "balanceId" | "key">) =>
  `${balanceId}\0${key}`;

const shownOf = (hold: BalanceHold, { balance }: Pick<Book, "balance">): HoldView =>
  viewOf(hold, balance);

/** A hold to place. */
interface ToPlace {
  readonly balanceId: string;
  readonly key: string;
  /** What to set aside: an amount, or what `usage` costs. */
  readonly amount: Amount | typeof byRateCard;
  readonly expiresAt: Date;
  /** What the call may use, to reserve in limits; null: nothing is reserved. */
  readonly usage: ToReserve | null;
  readonly tenant: Tenant;
  readonly apiKeyId: string;
}

interface ToReserve {
  readonly subscriptionId: string;
  readonly eventKey: string;
  readonly subject: string | undefined;
  readonly quantity: Amount;
}

/** Places a hold if its balance has enough, or finds the one of the same key. */
function placeInBook(ledger: Ledger, one: ToPlace): HoldChanged {
  const { books, holds, limits, subscribed, now } = ledger;
  const book = books.get(one.balanceId);
  if (book === undefined || !isOwnedBy(one.tenant, book.balance)) {
    return { hold: null, why: balanceNotFound };
  }
  if (book.balance.keyPrefix !== null) return { hold: null, why: balanceForPrefix };
  const earlier = holds.byKey(one);
  if (earlier !== undefined) {
    return { hold: shownOf(earlier, book), why: isSame(earlier, one) ? null : holdKeyUsed };
  }
  if (one.usage !== null) {
    const subscription = subscribed.get(one.usage.subscriptionId);
    if (!isOf(subscription, book)) return { hold: null, why: subscriptionNotOfServiceAndUser };
    if (subscription.status !== "ACTIVE") return { hold: null, why: subscriptionTakesNoUsage };
  }
  const units = toSetAside(ledger, one);
  if (typeof units !== "bigint") return { hold: null, why: units };
  // Of one balance, so that it ends with one row. The commit takes what it can from the other, too.
  const { prefixed } = payersOf(book, one.usage?.eventKey ?? null);
  const heldOn = prefixed && prefixed.spendable(now) >= units ? prefixed : book;
  const hold = newHold(heldOn, one, units, now);
  const reserved = reservedBy(hold, book.balance.serviceId, now);
  const why = refusalOf(heldOn, hold, now) ?? (reserved && limits.refusalOf(reserved));
  if (why !== null) return { hold: null, why };
  if (reserved !== null) limits.reserve(reserved);
  heldOn.post("HOLD", { available: -units, held: units }, { holdId: hold.id });
  const { nextDueAt } = heldOn;
  if (nextDueAt === null || hold.expiresAt < nextDueAt) heldOn.nextDueAt = hold.expiresAt;
  holds.set(hold);
  ledger.placed.push(hold);
  return { hold: shownOf(hold, book), why: null };
}

/** What a hold sets aside, in token units; 0 if the usage is free. @returns the refusal when the usage has no price */
function toSetAside({ prepaid, now }: Ledger, { amount, usage }: ToPlace): bigint | RefusalTerms {
  if (amount !== byRateCard) return toTokenUnits(amount);
  if (usage === null) return chargeIncomplete("usage");
  const price = prepaid.priceOf(pricedUsage(usage, now));
  if ("kind" in price) return price;
  return larger(price.amount, 0n);
}

/** What the rate card said then is not compared: it may say another price by now. */
function isSame(earlier: BalanceHold, one: ToPlace): boolean {
  const [kept, sent] = [heldUsage(earlier), heldUsage({ ...earlier, ...usageColumns(one) })];
  return (
    (one.amount === byRateCard
      ? earlier.isPriced
      : !earlier.isPriced && one.amount.eq(earlier.amount.toFixed())) &&
    one.expiresAt.getTime() === earlier.expiresAt.getTime() &&
    JSON.stringify(kept) === JSON.stringify(sent)
  );
}

const isOf = (
  subscription: Subscribed | undefined,
  { balance }: Book,
): subscription is Subscribed =>
  subscription?.serviceId === balance.serviceId && subscription.userId === balance.userId;

function refusalOf(book: Book, { amount, expiresAt }: BalanceHold, now: Date): RefusalTerms | null {
  const lasts = expiresAt.getTime() - now.getTime();
  if (lasts <= 0 || lasts > maxHoldMs) return holdTooLong;
  return book.refusalOf(toTokenUnits(amount), now);
}

function newHold(
  { balance: { id: heldOnId, ownerId } }: Book,
  { tenant: _, usage, amount, ...one }: ToPlace,
  units: bigint,
  now: Date,
): BalanceHold {
  return {
    ...one,
    ...usageColumns({ usage }),
    id: newEventId(now),
    heldOnId,
    ownerId,
    status: "HELD",
    amount: new Prisma.Decimal(textOfUnits(units)),
    isPriced: amount === byRateCard,
    charged: null,
    usageEventId: null,
    createdAt: now,
    updatedAt: now,
  };
}

const usageColumns = ({ usage }: Pick<ToPlace, "usage">) => ({
  subscriptionId: usage?.subscriptionId ?? null,
  eventKey: usage?.eventKey ?? null,
  subject: usage?.subject ?? null,
  quantity: usage === null ? null : new Prisma.Decimal(usage.quantity.toFixed()),
});

/** How a call ends a hold. */
interface ToEnd extends Asked {
  /** What to charge, in token units; null: nothing, the hold is released. */
  readonly commit: { readonly amount: bigint; readonly allowMore: boolean } | null;
}

/** Ends a hold that is in place: it is committed or released. */
function endInBook(ledger: Ledger, { id, tenant, commit }: ToEnd): HoldChanged {
  const { books, holds, kept, now } = ledger;
  const hold = holds.byId(id);
  const book = books.get(hold?.heldOnId ?? "");
  if (hold === undefined || book === undefined || !isOwnedBy(tenant, hold)) {
    return { hold: null, why: holdNotFound };
  }
  const why = commit === null ? releaseInBook(book, hold) : commitInBook(book, hold, commit, now);
  if (why !== null) return { hold: shownOf(hold, book), why };
  kept.get(book)?.settle(now);
  const charged = commit?.amount ?? null;
  const trigger = commit === null ? "release" : "commit";
  ledger.ends.push({ id, trigger, charged, usageEventId: null });
  const reserved = reservedBy(hold, book.balance.serviceId, now);
  if (reserved !== null) ledger.limits.reserve(reserved, -1n);
  const after: BalanceHold = {
    ...hold,
    status: stateAfter[trigger],
    charged: charged === null ? null : new Prisma.Decimal(textOfUnits(charged)),
    updatedAt: now,
  };
  holds.set(after);
  return { hold: shownOf(after, book), why: null };
}

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
  const ended = asked.flatMap((one) => (isToPlace(one) ? [] : { id: one.id, tenant: one.tenant }));
  const ids = ended.map(({ id }) => id);
  const balances = places.map(({ balanceId: id, tenant, usage }) => ({
    ...{ id, tenant },
    prefix: usage && prefixOf(usage.eventKey),
  }));
  const read = async () => {
    const rows = await Promise.all([findHoldsById(tx, ids), findHoldsByKey(tx, places)]);
    return new Holds(rows.flat());
  };
  const subscriptions = places.flatMap(({ usage, tenant }) =>
    usage === null ? [] : { id: usage.subscriptionId, tenant },
  );
  // Sent together. Postgres runs them one by one, each in a snapshot that is younger than the locks.
  const locks = Promise.all([
    subscriptions.length === 0 ? null : lockLimitedServices(at, { subscriptions }),
    openBooksOf(at, balances, ended),
  ]);
  const priced = places.flatMap(({ amount, usage }) =>
    amount === byRateCard ? (usage ?? []) : [],
  );
  const [[, locked], found, subscribed, terms] = await Promise.all([
    locks.finally(allowSecond),
    read(),
    findSubscribed(tx, subscriptions),
    findBillingTerms(tx, priced),
  ]);
  let holds = found;
  const books = await booksOfTime(locked, asked, now);
  const due = dueBooks(books, holds, asked, now);
  for (const book of due) await bringUpToDate(at, book);
  if (due.size > 0) holds = await read();
  const kept = await findKeptCredits(at, books.values());
  // What other calls of the batch release counts only where something is to be reserved.
  const reserving = subscriptions.length === 0 ? [] : asked;
  const reserved = reserving.flatMap(
    (one) => reservedOf(one, { books, holds, subscribed, now }) ?? [],
  );
  const [limits, prepaid] = await Promise.all([
    LimitBook.open(at, reserved),
    PrepaidBook.open(
      tx,
      terms,
      priced.map((one) => pricedUsage(one, now)),
    ),
  ]);
  const parts = { books, kept, holds, limits, prepaid, subscribed, now };
  const ledger: Ledger = { ...parts, placed: [], ends: [] };
  const changed = asked.map((one) => {
    const balanceId = balanceOf(one, holds);
    if (locked.has(balanceId) && !books.has(balanceId)) return null;
    return isToPlace(one) ? placeInBook(ledger, one) : endInBook(ledger, one);
  });
  const others = [
    ...holdsToInsert(ledger.placed, now),
    ...holdsToEnd(ledger.ends, now),
    ...limits.toWrite(),
  ];
  await closeBooks(at, books.values(), { others, kept });
  await limits.announce(at);
  return changed;
}

/** What a call is about to reserve in limits, or no longer reserves; null: nothing. */
function reservedOf(
  one: HoldChange,
  { books, holds, subscribed, now }: Pick<Ledger, "books" | "holds" | "subscribed" | "now">,
): LimitedUsage | null {
  const book = books.get(balanceOf(one, holds));
  if (book === undefined || !isOwnedBy(one.tenant, book.balance)) return null;
  if (isToPlace(one) && !isOf(subscribed.get(one.usage?.subscriptionId ?? ""), book)) return null;
  const hold = isToPlace(one) ? newHold(book, one, 0n, now) : holds.byId(one.id);
  return hold === undefined ? null : reservedBy(hold, book.balance.serviceId, now);
}

async function findSubscribed(
  tx: AnyTransaction,
  asked: readonly Asked[],
): Promise<ReadonlyMap<string, Subscribed>> {
  const ids = asked.map(({ id }) => id);
  const rows = ids.length === 0 ? [] : await readRecords(tx, findByIds, [ids]);
  return new Map(rows.map((one) => [one.id, one]));
}

const findByIds = recordStatement(
  "find_subscriptions_of_holds",
  jsonFields("subscription", "Subscription", ["id", "serviceId", "userId", "status"], {}),
  "FROM subscriptions subscription WHERE id = ANY ($1::text[])",
);

const balanceOf = (one: HoldChange, holds: Holds): string =>
  isToPlace(one) ? one.balanceId : (holds.byId(one.id)?.heldOnId ?? "");

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
    if (book === undefined || !isOwnedBy(one.tenant, book.balance)) continue;
    const eventKey = isToPlace(one) ? (one.usage?.eventKey ?? null) : null;
    for (const each of booksOf(payersOf(book, eventKey))) {
      if (isExpiryDue(each.balance, now)) due.add(each);
    }
  }
  return due;
}

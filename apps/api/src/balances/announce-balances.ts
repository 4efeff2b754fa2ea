import type { BalanceEntryType, BalanceHold } from "../db/generated/client.ts";
import type { InAnyTransaction } from "../db/statements.ts";
import type { WatchedChange } from "../outbox/announce-alerts.ts";
import { recordEvents } from "../outbox/record-events.ts";
import { Balance } from "../schemas/balances.ts";
import type { EventType } from "../schemas/events.ts";
import { Hold } from "../schemas/holds.ts";
import { type Book, canBeDrawn } from "./book.ts";
import { viewOf } from "./hold-store.ts";
import { findBalances } from "./store.ts";

type BalanceEventType = EventType & `balance.${string}`;

const credits: readonly BalanceEntryType[] = [
  "TOP_UP",
  "GRANT",
  "INVOICE_PAYMENT_RETURNED",
  "CHARGE_ADJUSTED",
];

/** For each event, whether the changes of a transaction to a balance cause it, by the time of the transaction. */
const causes: Readonly<
  Record<
    Exclude<BalanceEventType, `balance.auto_top_up_${string}`>,
    (book: Book, now: Date) => boolean
  >
> = {
  "balance.credited": ({ entries }) =>
    entries.some(({ type, about }) => credits.includes(type) && about.creditId !== undefined),
  "balance.depleted": ({ balance, before, available, overdraft, status }, now) =>
    canBeDrawn(balance, now) &&
    status === "ACTIVE" &&
    before.available > -overdraft &&
    available === -overdraft,
  "balance.frozen": ({ balance, status }) => balance.status === "ACTIVE" && status === "FROZEN",
  "balance.recovered": ({ balance, status }) => balance.status === "FROZEN" && status === "ACTIVE",
};

/** Records the events of balances, in the transaction that has just written them. */
export async function announceBalances(
  at: InAnyTransaction,
  books: readonly Book[],
): Promise<void> {
  for (const [type, isCaused] of Object.entries(causes)) {
    const ids = books.filter((book) => isCaused(book, at.now)).map(({ balance }) => balance.id);
    if (ids.length === 0) continue;
    await announce(at, type as BalanceEventType, ids);
  }
}

/** What a transaction does to the amounts that alerts watch. */
export const watchedChanges = (books: readonly Book[]): WatchedChange[] =>
  books.map(({ balance: { id, serviceId }, before, available }) => ({
    of: { watches: "balance", serviceId, subscriptionId: null, balanceId: id },
    periodStart: null,
    before: before.available,
    after: available,
  }));

/** Records an event for one balance. */
export function announceBalance(
  at: InAnyTransaction,
  type: BalanceEventType,
  id: string,
): Promise<void> {
  return announce(at, type, [id]);
}

async function announce(
  { tx, now }: InAnyTransaction,
  type: BalanceEventType,
  ids: readonly string[],
): Promise<void> {
  const balances = await findBalances(tx, ids);
  const shown = balances.map((balance) => ({ balance: Balance.parse(balance) }));
  await recordEvents({ tx, now }, type, shown);
}

/** Records that holds of a balance have expired, in the transaction that ends them. */
export async function announceHolds(
  { tx, now }: InAnyTransaction,
  { balance }: Pick<Book, "balance">,
  holds: readonly BalanceHold[],
): Promise<void> {
  const shown = holds.map((hold) => ({ hold: Hold.parse(viewOf(hold, balance)) }));
  if (shown.length > 0) await recordEvents({ tx, now }, "hold.expired", shown);
}

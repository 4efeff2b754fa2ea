import {
  affordableBy,
  type Book,
  type CreditToInsert,
  type Payers,
  paidBy,
  payersOf,
  postCharge,
} from "../../balances/book.ts";
import { type AskedBalance, writeBooks } from "../../balances/book-store.ts";
import { changeBalances, openBooksOf } from "../../balances/change-balances.ts";
import { giveBackCharge } from "../../balances/grant-credit.ts";
import { chargedBy, creditsToInsert, type TakenCharge } from "../../balances/store.ts";
import type { InTransaction } from "../../db/client.ts";
import type { UsageEvent } from "../../db/generated/client.ts";
import { prefixOf } from "../../kit/fields.ts";
import { smaller, toTokenUnits } from "../../kit/money.ts";
import { everyone } from "../../kit/tenant.ts";
import { giveBack } from "./give-back.ts";
import { PrepaidBook } from "./prepaid-book.ts";
import { type PrepaidPeriod, type PricedUsage, pricedUsage } from "./prepaid-period.ts";
import { findBillingTerms } from "./store.ts";

/** An event of a subscription, as a correction has it. */
type CorrectedEvent = Pick<UsageEvent, "id" | "subscriptionId" | "eventKey" | "occurredAt"> & {
  readonly quantity: Parameters<typeof toTokenUnits>[0];
};

interface Correction {
  /** The general balance of the events. */
  readonly balanceId: string;
  /** Events of one subscription, voided in this transaction. */
  readonly voided: readonly CorrectedEvent[];
  /** What each of them was charged; null: nothing. */
  readonly charges: readonly (TakenCharge | null)[];
  /** Events that it has recorded instead; `replaces` is the id of the voided one. */
  readonly recorded?: readonly (CorrectedEvent & { readonly replaces: string })[];
  readonly reason: string;
}

const asked = (
  balanceId: string,
  events: readonly Pick<CorrectedEvent, "eventKey">[],
): AskedBalance[] =>
  events.map(({ eventKey }) => ({ id: balanceId, tenant: everyone, prefix: prefixOf(eventKey) }));

/** Locks the balances that may have paid for events, or may pay for others. All of a transaction are locked at once. */
export async function lockPayers(
  { tx }: Pick<InTransaction, "tx">,
  balanceId: string,
  events: readonly Pick<CorrectedEvent, "eventKey">[],
): Promise<void> {
  await openBooksOf({ tx }, asked(balanceId, events));
}

/**
 * Gives back what voided events were charged, as credit that does not expire. Of those that the rate card had priced it is
 * what the usage costs less without them; what was recorded instead of these is charged what it costs. `lockPayers` has
 * locked the balances.
 *
 * @returns the ids of the credits, by the events that were voided
 */
export async function correctCharges(
  at: InTransaction,
  { balanceId, voided, charges, recorded = [], reason }: Correction,
): Promise<ReadonlyMap<string, string[]>> {
  const creditIds = new Map<string, string[]>();
  const priced = new Map<string, ChargedEvent>();
  for (const [place, event] of voided.entries()) {
    const charge = charges[place] ?? null;
    if (charge === null) continue;
    if (charge.rateCardId !== null) priced.set(event.id, { ...event, charge });
    else creditIds.set(event.id, await giveBackCharge(at, charge, reason));
  }
  if (priced.size === 0) return creditIds;
  const events = {
    voided: [...priced.values()],
    recorded: recorded.filter(({ replaces }) => priced.has(replaces)),
  };
  const balances = asked(balanceId, [...events.voided, ...events.recorded]);
  const given = await changeBalances(at, balances, (books) => {
    const book = books.get(balanceId);
    if (book === undefined) throw new Error("A balance is never deleted.");
    return correctPriced(at, book, events);
  });
  return new Map([...creditIds, ...given]);
}

type ChargedEvent = CorrectedEvent & { readonly charge: Pick<TakenCharge, "amount" | "entries"> };

interface PricedEvents {
  readonly voided: readonly ChargedEvent[];
  readonly recorded: readonly CorrectedEvent[];
}

/** Settles what usage costs more or less than was charged for it, after events were voided and others recorded. */
async function correctPriced(
  { tx, now }: InTransaction,
  book: Book,
  { voided, recorded }: PricedEvents,
): Promise<ReadonlyMap<string, string[]>> {
  const usages = [...voided, ...recorded].map(usageOf);
  const terms = await findBillingTerms(tx, usages);
  const prepaid = await PrepaidBook.open(tx, terms, usages);
  await prepaid.remove(tx, voided.map(usageOf));
  const byPeriod = Map.groupBy(voided, (event) => prepaid.periodOf(usageOf(event)));
  const credits: CreditToInsert[] = [];
  const creditIds = new Map<string, string[]>();
  for (const [period, events] of byPeriod) {
    if (period === undefined) throw new Error("A period that was charged must have its row.");
    const byPrefix = Map.groupBy(events, ({ eventKey }) => prefixOf(eventKey));
    let others = byPrefix.size;
    for (const [prefix, ofPrefix] of byPrefix) {
      others -= 1;
      // Of several prefixes, each gets at most what its events were charged; the last gets the rest.
      const charged = ofPrefix.reduce((sum, { charge }) => sum + toTokenUnits(charge.amount), 0n);
      const max = others === 0 ? null : charged;
      const payers = payersOf(book, prefix);
      const before = paidBefore(payers, ofPrefix);
      const given = settle(payers, period, { prefix, now, max, before });
      credits.push(...given);
      const ids = given.map(({ id }) => id);
      for (const { id } of ofPrefix) creditIds.set(id, ids);
    }
  }
  for (const event of recorded) {
    const { eventKey } = event;
    const price = prepaid.priceOf(usageOf(event));
    if ("kind" in price) throw new Error("An event has the time of the one that it replaces.");
    price.add();
    const { period, rateCardId, amount } = price;
    const payers = payersOf(book, eventKey);
    const shares = affordableBy(payers, amount, now);
    postCharge(payers, shares, { usageEventId: event.id, rateCardId });
    period.charge(shares.prefixed + shares.general - amount);
    if (payers.prefixed !== null) period.share(prefixOf(eventKey), shares);
    credits.push(...settle(payers, period, { prefix: prefixOf(eventKey), now }));
  }
  await writeBooks({ tx, now }, [], [...creditsToInsert(credits, now), ...prepaid.toWrite()]);
  return creditIds;
}

/** What the general balance has paid for events before there was one for their prefix, in token units. */
function paidBefore({ prefixed, general }: Payers, events: readonly ChargedEvent[]): bigint {
  if (prefixed === null) return 0n;
  return events
    .flatMap(({ charge }) => charge.entries)
    .filter(
      ({ balanceId, createdAt }) =>
        balanceId === general.balance.id && createdAt < prefixed.balance.createdAt,
    )
    .reduce((sum, entry) => sum + toTokenUnits(chargedBy(entry)), 0n);
}

const usageOf = (event: CorrectedEvent): PricedUsage => pricedUsage(event, event.occurredAt);

interface Settling {
  /** Of the usage that was corrected. */
  readonly prefix: string;
  readonly now: Date;
  /** Gives back at most this much, and takes nothing; null: settles all. */
  readonly max?: bigint | null;
  /** As `paidBefore` has it, of the events that were voided. */
  readonly before?: bigint;
}

/**
 * Settles what the usage of a period costs more or less than was charged for it. What is not there to take stays due: the
 * next charge takes it, or a bill.
 *
 * @returns the credits that the transaction must insert
 */
function settle(
  payers: Payers,
  period: PrepaidPeriod,
  { prefix, now, max = null, before = 0n }: Settling,
): CreditToInsert[] {
  const { due } = period;
  if (due < 0n) {
    const amount = max === null ? -due : smaller(-due, max);
    period.charge(-amount);
    return giveBack(payers, period, { prefix, amount, before });
  }
  if (max !== null) return [];
  const shares = affordableBy(payers, due, now);
  const taken = shares.prefixed + shares.general;
  if (taken === 0n) return [];
  period.charge(taken);
  if (payers.prefixed !== null) period.share(prefix, shares);
  const { id: rateCardId } = period.card;
  for (const [book, spent] of paidBy(payers, shares)) {
    book.post("CHARGE_ADJUSTED", { available: -spent, held: 0n, spent }, { rateCardId });
  }
  return [];
}

import { type Book, type CreditToInsert, giveBackInBook } from "../../balances/book.ts";
import { writeBooks } from "../../balances/book-store.ts";
import { changeBalance } from "../../balances/change-balances.ts";
import { giveBackCharge } from "../../balances/grant-credit.ts";
import { creditsToInsert } from "../../balances/store.ts";
import type { InTransaction } from "../../db/client.ts";
import type { BalanceEntry, UsageEvent } from "../../db/generated/client.ts";
import { larger, smaller, type toTokenUnits } from "../../kit/money.ts";
import { PrepaidBook } from "./prepaid-book.ts";
import { type PrepaidPeriod, type PricedUsage, pricedUsage } from "./prepaid-period.ts";
import { findBillingTerms } from "./store.ts";

/** An event of a subscription, as a correction has it. */
type CorrectedEvent = Pick<UsageEvent, "id" | "subscriptionId" | "eventKey" | "occurredAt"> & {
  readonly quantity: Parameters<typeof toTokenUnits>[0];
};

interface Correction {
  /** Events of one subscription, voided in this transaction. */
  readonly voided: readonly CorrectedEvent[];
  /** What each of them was charged; null: nothing. */
  readonly charges: readonly (BalanceEntry | null)[];
  /** Events that it has recorded instead; `replaces` is the id of the voided one. */
  readonly recorded?: readonly (CorrectedEvent & { readonly replaces: string })[];
  readonly reason: string;
}

/**
 * Gives back what voided events were charged, as credit that does not expire. Of those that the rate card had priced it is
 * what the usage costs less without them; what was recorded instead of these is charged what it costs.
 *
 * @returns the ids of the credits, by the events that were voided
 */
export async function correctCharges(
  at: InTransaction,
  { voided, charges, recorded = [], reason }: Correction,
): Promise<ReadonlyMap<string, string>> {
  const creditIds = new Map<string, string>();
  const priced = new Map<string, CorrectedEvent>();
  let balanceId: string | undefined;
  for (const [place, event] of voided.entries()) {
    const entry = charges[place] ?? null;
    if (entry === null) continue;
    if (entry.rateCardId === null) {
      const creditId = await giveBackCharge(at, entry, reason);
      if (creditId !== null) creditIds.set(event.id, creditId);
    } else {
      ({ balanceId } = entry); // a subscription has one balance
      priced.set(event.id, event);
    }
  }
  if (balanceId === undefined) return creditIds;
  const given = await changeBalance(at, balanceId, (book) =>
    correctPriced(at, book, {
      voided: [...priced.values()],
      recorded: recorded.filter(({ replaces }) => priced.has(replaces)),
    }),
  );
  return new Map([...creditIds, ...(given ?? [])]);
}

/** Settles what usage costs more or less than was charged for it, after events were voided and others recorded. */
async function correctPriced(
  { tx, now }: InTransaction,
  book: Book,
  { voided, recorded }: Readonly<Record<"voided" | "recorded", readonly CorrectedEvent[]>>,
): Promise<ReadonlyMap<string, string>> {
  const usages = [...voided, ...recorded].map(usageOf);
  const terms = await findBillingTerms(tx, usages);
  const prepaid = await PrepaidBook.open(tx, terms, usages);
  const periods = await prepaid.remove(tx, voided.map(usageOf));
  const givenBack = new Map([...periods].map((period) => [period, settle(book, period, now)]));
  for (const event of recorded) {
    const price = prepaid.priceOf(usageOf(event));
    if ("kind" in price) throw new Error("An event has the time of the one that it replaces.");
    price.add();
    const amount = affordable(book, price.amount, now);
    const about = { usageEventId: event.id, rateCardId: price.rateCardId };
    book.post("CHARGE", { available: -amount, held: 0n, spent: amount }, about);
    prepaid.periodOf(usageOf(event))?.charge(amount - price.amount);
  }
  const settled = [...periods].map((period) => settle(book, period, now));
  const credits = [...givenBack.values(), ...settled].filter((credit) => credit !== null);
  await writeBooks({ tx, now }, [], [...creditsToInsert(credits, now), ...prepaid.toWrite()]);
  const creditIds = voided.flatMap((event) => {
    const period = prepaid.periodOf(usageOf(event));
    const credit = period && givenBack.get(period);
    return credit ? [[event.id, credit.id] as const] : [];
  });
  return new Map(creditIds);
}

const usageOf = (event: CorrectedEvent): PricedUsage => pricedUsage(event, event.occurredAt);

/**
 * Settles what the usage of a period costs more or less than was charged for it. What is not there to take stays due: the
 * next charge takes it, or a bill.
 *
 * @returns the credit that the transaction must insert; null: it needs none
 */
function settle(book: Book, period: PrepaidPeriod, now: Date): CreditToInsert | null {
  const { due } = period;
  const { id: rateCardId } = period.card;
  const taken = due < 0n ? due : affordable(book, due, now);
  period.charge(taken);
  if (taken < 0n) return giveBackInBook(book, -taken, rateCardId);
  if (taken > 0n) {
    book.post("CHARGE_ADJUSTED", { available: -taken, held: 0n, spent: taken }, { rateCardId });
  }
  return null;
}

/** What a balance can pay of an amount with its overdraft; at least 0. */
function affordable(book: Book, amount: bigint, now: Date): bigint {
  return larger(smaller(amount, book.spendable(now)), 0n);
}
